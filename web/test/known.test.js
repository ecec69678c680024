// What is known and what is missing, in plain words, as servers with and without tables tell it.

import assert from 'node:assert/strict';
import test from 'node:test';
import { explorer } from './explorer.js';

const mill = explorer();

/** The games as the server has them, with `solved` of the first one set. */
const withSolved = (solved) => ({
  '**/api/games': async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.games[0].solved = solved;
    body.games[0].tables = solved.here;
    return route.fulfill({ response: answer, json: body });
  },
});

const NEEDED = { needed: 498, draws_told_apart: 0, solving: null };
const REST = { command: 'millwright solve standard', seconds: 780, disk_bytes: 3_200_000_000, memory_bytes: 2_000_000_000 };

const known = async (solved) => {
  const page = await mill.open('/', { routes: withSolved({ ...NEEDED, ...solved }) });
  const [line, opponent] = [page.locator('#play .known'), await page.inputValue('#strength')];
  const summary = await line.locator('summary').count() ? await line.locator('summary').innerText() : await line.innerText();
  const whole = await line.textContent();
  await page.leave();
  return { summary, whole, opponent };
};

test('what is known of a part is told, with the command that gets the rest and what it takes', async () => {
  const { summary, whole, opponent } = await known({ here: 67, from_stone: 6, rest: REST });
  assert.equal(summary, '67 of 498 tables are here; values from stone 6 on');
  assert.match(whole, /millwright solve standard/);
  assert.match(whole, /about 13 minutes and 3\.2 GB/);
  assert.match(opponent, /^engine/, 'a newcomer meets one that looks ahead');
});

test('where nothing is known that is told, and where all is, the newcomer meets who knows it', async () => {
  assert.match((await known({ here: 0, from_stone: null, rest: REST })).summary, /not solved here/);
  const all = await known({ here: 498, from_stone: 0, rest: null });
  assert.match(all.summary, /every position is known/);
  assert.equal(all.opponent, 'strong');
});

test('while the server solves a game, the page tells how far it is, and goes on by itself', async () => {
  const solving = { state: 'solving', done: 0.42, seconds_left: 300 };
  const page = await mill.open('/', {
    routes: {
      ...withSolved({ ...NEEDED, here: 200, from_stone: null, rest: REST, solving }),
      '**/api/standard': async (route) => {
        const answer = await route.fetch();
        return route.fulfill({ response: answer, json: { ...(await answer.json()), solved: { ...NEEDED, here: 498, from_stone: 0, rest: null } } });
      },
    },
  });
  assert.match(await page.innerText('#play .known'), /being solved: 42%, 200 of 498/);
  await page.waitForFunction(() => /every position is known/.test(document.querySelector('#play .known').textContent));
  await page.leave();
});
