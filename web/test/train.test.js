import assert from 'node:assert/strict';
import test from 'node:test';
import { explorer, playByClicks, record, settled, status, stones } from './explorer.js';

const mill = explorer();

const FIVE = { white: 5, black: 5 };
const puzzle = (theme, position, move) => ({ game: 'standard', stones: FIVE, position, turn: 'white', theme, difficulty: 'easy', value: { outcome: theme === 'draw' ? 'draw' : 'win', plies: null }, solution: { move } });

const PUZZLES = [
  puzzle('win', 'w_a7g1f6_a4d2d3', 'f6-d1'),
  puzzle('take', 'w_g1a1e3_a4g7b6c5', 'e3-d1xa4'),
  puzzle('draw', 'w_a4d7f2e4_g7d6f6', 'f2-f4'),
];

/** A server that has these positions to train with. */
const withPuzzles = (asked = []) => ({
  '**/api/*/puzzles?**': (route) => {
    asked.push(new URL(route.request().url()).searchParams);
    return route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify({ puzzles: PUZZLES }) });
  },
});

const state = (page, name) => page.waitForSelector(`#task[data-state="${name}"]`);

async function begin(options = {}) {
  const page = await mill.open('/#game=standard&stones=5', { routes: withPuzzles(), ...options });
  await page.click('#mode-train');
  await state(page, 'asked');
  await settled(page);
  return page;
}

test('a wrong move is told and taken back, the right one is praised, and progress is kept', async () => {
  const page = await begin();
  assert.equal(await page.innerText('#task h2'), 'White to move: find the win');
  assert.equal(await page.locator('.board .badge').count(), 0, 'no values before it is solved');
  const before = await stones(page);
  await playByClicks(page, 'a7-d1');
  await state(page, 'wrong');
  assert.match(await status(page), /Not that one\. a7-d1/);
  assert.deepEqual(await stones(page), before);
  await playByClicks(page, 'f6-d1');
  await state(page, 'right');
  assert.match(await page.innerText('#task'), /f6-d1 is the only move: it wins in 15 plies/);
  assert.ok(await page.isVisible('#analysis'), 'now the values are shown');
  assert.match(await page.innerText('#train-progress'), /0 of 1 solved at the first try/);
  await page.click('#train-next');
  await state(page, 'asked');
  await settled(page);
  await playByClicks(page, 'e3-d1xa4');
  await state(page, 'right');
  assert.match(await page.innerText('#train-progress'), /1 of 2/);
  await page.reload();
  await settled(page);
  await state(page, 'asked');
  assert.match(await page.innerText('#train-progress'), /1 of 2/, 'also after the page is loaded anew');
  await page.leave();
});

test('the solution is shown to who gives up, and the position can be looked at', async () => {
  const page = await begin();
  await page.click('#train-show');
  await state(page, 'shown');
  assert.match(await page.innerText('#task'), /The solution is f6-d1/);
  await page.click('#train-look');
  await settled(page);
  assert.equal(await page.getAttribute('#mode-explore', 'aria-pressed'), 'true');
  assert.deepEqual(await record(page), ['f6-d1']);
  await page.leave();
});

test('themes and difficulties are asked for, and remembered', async () => {
  const asked = [];
  const page = await begin({ routes: withPuzzles(asked) });
  await page.selectOption('#train-theme', 'take');
  await page.selectOption('#train-difficulty', 'hard');
  await page.waitForFunction(() => document.querySelector('#task[data-state="asked"]'));
  const last = asked.at(-1);
  assert.deepEqual([last.get('theme'), last.get('difficulty')], ['take', 'hard']);
  assert.equal(asked[0].get('theme'), null);
  await page.leave();
});

test('training is done with the keyboard alone', async () => {
  const page = await begin();
  await page.focus('[data-point="f6"]');
  await page.keyboard.press('Enter');
  await page.focus('[data-point="d1"]');
  await page.keyboard.press('Enter');
  await state(page, 'right');
  await page.leave();
});

test('a mistake in a game that was reviewed is asked again', async () => {
  const page = await mill.open('/#game=standard&stones=5&start=w_a7g1f6_a4d2d3&moves=a7-d1&ply=0');
  await page.waitForFunction(() => /better: f6-d1/.test(document.querySelector('#report .better')?.textContent ?? ''));
  await page.click('#mode-train');
  await page.selectOption('#train-theme', 'own');
  await state(page, 'asked');
  await settled(page);
  await playByClicks(page, 'f6-d1');
  await state(page, 'right');
  await page.click('#train-next');
  await state(page, 'none');
  assert.match(await page.innerText('#task'), /Your games have none yet/, 'it has been learnt');
  await page.leave();
});

test('a server without such positions says so', async () => {
  const page = await mill.open('/#game=standard&stones=5', { routes: { '**/api/*/puzzles?**': (route) => route.fulfill({ status: 404, contentType: 'application/json', body: '{"error":{"code":"not-found","message":"there is nothing","hint":null}}' }) } });
  await page.click('#mode-train');
  await state(page, 'none');
  assert.match(await page.innerText('#task h2'), /no position of this kind/);
  await page.click('#mode-play');
  await settled(page);
  assert.match(await page.innerText('#task h2'), /Place a stone/);
  await page.leave();
});
