-- For wrk: a random position of the standard game with each request, of any phase, so that hardly one is asked for twice.
local points = { "a1", "d1", "g1", "b2", "d2", "f2", "c3", "d3", "e3", "a4", "b4", "c4", "e4", "f4", "g4", "c5", "d5", "e5",
    "b6", "d6", "f6", "a7", "d7", "g7" }
local threads = 0

function setup(thread)
    threads = threads + 1
    thread:set("seed", threads)
end

function init()
    math.randomseed(os.time() * 100 + seed)
end

local function side(first, count, hand)
    local text = table.concat(points, "", first, first + count - 1)
    return hand > 0 and text .. "." .. hand or text
end

function request()
    for i = 24, 2, -1 do
        local j = math.random(i)
        points[i], points[j] = points[j], points[i]
    end
    -- Half of them in the opening, where hands are full or not, and half of them after it.
    local turn, white_hand, black_hand = "w", 0, 0
    if math.random(2) == 1 then
        white_hand = math.random(8)
        black_hand = white_hand
        if math.random(2) == 1 then turn, white_hand = "b", white_hand - 1 end
    end
    local function on_board(hand)
        local most, least = 9 - hand, math.max(0, 3 - hand)
        return math.random(math.max(least, math.floor(most / 2)), most)
    end
    local white, black = on_board(white_hand), on_board(black_hand)
    local text = turn .. "_" .. side(1, white, white_hand) .. "_" .. side(white + 1, black, black_hand)
    return wrk.format("GET", "/api/standard/position?p=" .. text)
end

function done(summary, latency)
    io.write(string.format("p50 %.2f ms, p99 %.2f ms, status not 200: %d, sockets: %d\n", latency:percentile(50) / 1000,
        latency:percentile(99) / 1000, summary.errors.status, summary.errors.connect + summary.errors.read +
        summary.errors.write + summary.errors.timeout))
end
