// Starts the server and a browser, and knows its way around the page. Not a test itself.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];
const PATIENCE_MILLISECONDS = 60_000;

/** The address that the server says when it is ready: its first line. */
async function addressOf(child) {
  let said = '';
  child.stderr.on('data', (data) => { said += data; });
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => [null])]);
  assert.ok(line[0], `the server did not start: ${said}`);
  return line[0].replace(/\/$/, '');
}

async function startServer(solves, options) {
  const binary = process.env.MILLWRIGHT;
  assert.ok(binary, 'set MILLWRIGHT to the path of the millwright binary');
  const db = await mkdtemp(join(tmpdir(), 'millwright-web-'));
  for (const solve of solves) await promisify(execFile)(binary, ['solve', ...solve.split(' '), '--db', db]);
  // A port of its own, so that test files can run side by side.
  // So small a cache has no room for draws of small games told apart: that would take half a minute, and change answers meanwhile.
  const command = ['serve', '--db', db, '--listen', '127.0.0.1:0', '--cache', '64M', ...options];
  const child = spawn(binary, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const address = await addressOf(child);
  const stop = async () => {
    const ended = new Promise((resolve) => { child.on('exit', resolve); });
    if (child.exitCode === null) {
      child.kill('SIGINT');
      const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
      await ended;
      clearTimeout(timer);
    }
    await rm(db, { recursive: true, force: true });
  };
  return { address, stop };
}

/** One server and one browser for a test file; `solves` are the tables that it has, as `solve` makes them, `options` those of `serve`. */
export function explorer(solves = [], options = []) {
  const shared = {};
  before(async () => {
    shared.server = await startServer(solves, options);
    shared.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
  });
  after(async () => {
    await shared.browser?.close();
    await shared.server?.stop();
  });
  return {
    get address() {
      return shared.server.address;
    },
    stopServer: () => shared.server.stop(),
    open: (path = '/', options = {}) => open(shared, shared.server.address + path, options),
    /** A page of another server. */
    visit: (address, options = {}) => open(shared, address, { settle: false, ...options }),
  };
}

async function open({ browser }, address, { settle = true, routes = {}, ...options }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MILLISECONDS);
  const troubles = [];
  const failure = new Promise((_, fail) => {
    page.on('pageerror', (error) => {
      troubles.push(String(error));
      fail(error);
    });
  });
  failure.catch(() => {});
  page.on('console', (message) => {
    // The browser itself reports every answer of 400 and above; those are part of the game here.
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) troubles.push(message.text());
  });
  for (const [pattern, handler] of Object.entries(routes)) await page.route(pattern, handler);
  await page.goto(address);
  // A page that fails never settles: what went wrong is told at once.
  if (settle) await Promise.race([settled(page), failure]);
  return Object.assign(page, {
    /** Ends a test: nothing went wrong behind the scenes. */
    async leave() {
      await context.close();
      assert.deepEqual(troubles, []);
    },
  });
}

/** Waits until the board shows what was asked for and nobody is thinking. */
export const settled = (page) => page.waitForSelector('#board[aria-busy="false"]');

export const click = (page, point) => page.click(`[data-point="${point}"]`);

/** Plays a whole turn, as the record spells it, by clicks on the board. */
export async function playByClicks(page, move) {
  const [way, ...takes] = move.split('x');
  for (const point of [...way.split('-'), ...takes]) await click(page, point);
  await settled(page);
}

/** The stones on the board: point -> colour. */
export async function stones(page) {
  const labels = await page.locator('.point').evaluateAll((points) => points.map((point) => point.getAttribute('aria-label')));
  const found = labels.map((label) => /^(\w\d), (white|black) stone/.exec(label)).filter(Boolean);
  return Object.fromEntries(found.map(([, point, colour]) => [point, colour]));
}

export const record = (page) => page.locator('#record .ply').allInnerTexts();

export const status = (page) => page.innerText('#status');

export async function assertNoSideScroll(page) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window, `the page is ${content} wide in a window of ${window}`);
}
