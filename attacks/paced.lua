-- For wrk: a position that was asked for before, so many times a second in all, to see how long answers take when the server is
-- not asked for all it can do:
--
--     wrk -t 1 -c 64 -d 60 -s attacks/paced.lua http://127.0.0.1:8080 -- 12000 64
--
-- The numbers are requests a second and connections. Each connection waits for its answer, then on average as long as is left,
-- at random: so the rate is a little lower than what was asked for.
local pause = 0

function init(args)
    local rate, connections = tonumber(args[1] or 12000), tonumber(args[2] or 64)
    pause = 1000 * connections / rate
    math.randomseed(os.time())
end

function delay()
    return math.random() * 2 * pause
end

function request()
    return wrk.format("GET", "/api/standard/position?p=start")
end

function done(summary, latency)
    io.write(string.format("%.0f a second, p50 %.2f ms, p99 %.2f ms, status not 200: %d, sockets: %d\n",
        summary.requests * 1000000 / summary.duration, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
        summary.errors.status,
        summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
