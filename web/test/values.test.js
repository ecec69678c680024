import assert from 'node:assert/strict';
import test from 'node:test';
import { explorer, record, settled, stones } from './explorer.js';

const mill = explorer();

// White closes a mill and takes the third-last stone, or does something worse.
const WON = '/#game=standard&stones=5&start=w_a1a4d7_b2d2f6';

test('a value is told in words, with the moves grouped and the best first', async () => {
  const page = await mill.open(WON);
  assert.match(await page.innerText('.verdict h2'), /White to move wins in 1 ply/);
  const first = page.locator('.group').first();
  assert.match(await first.innerText(), /WIN/i);
  assert.match(await page.locator('.chip').first().innerText(), /d7-a7x\w\d\s*in 1/);
  const groups = await page.locator('.group').evaluateAll((all) => all.map((group) => group.className));
  const order = ['group win', 'group draw', 'group loss', 'group unknown'];
  assert.deepEqual(groups, order.filter((name) => groups.includes(name)));
  await page.waitForSelector('.steps .step');
  await page.leave();
});

test('a move under the pointer or the focus is shown on the board', async () => {
  const page = await mill.open(WON);
  const chip = page.locator('.chip').first();
  await chip.hover();
  assert.equal(await page.locator('.overlay .ghost').count(), 1);
  await page.mouse.move(5, 5);
  assert.equal(await page.locator('.overlay .ghost').count(), 0);
  await chip.focus();
  assert.equal(await page.locator('.overlay .take').count(), 1);
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal((await record(page)).length, 1);
  assert.match(await page.innerText('.verdict h2'), /lost/i);
  await page.leave();
});

test('the best line can be followed', async () => {
  const page = await mill.open('/#game=standard&stones=5&start=w_a1d2g7_b4e3f6');
  await page.waitForSelector('.steps .step');
  const steps = await page.locator('.steps .step').allInnerTexts();
  const at = Math.min(3, steps.length) - 1;
  await page.locator('.steps .step').nth(at).click();
  await page.waitForFunction((plies) => document.querySelectorAll('#record .ply').length === plies, at + 1);
  await settled(page);
  assert.deepEqual((await record(page)).map((move) => move.trim()), steps.slice(0, at + 1).map((step) => step.replace('!', '')));
  await page.leave();
});

test('the curve has a point for every ply, and each leads there', async () => {
  const page = await mill.open('/#game=standard&stones=5&moves=d6.f4.d2.b4.f2.b2');
  assert.equal(await page.locator('#graph .spot').count(), 7);
  assert.match(await page.innerText('#graph .summary'), /At the start: drawn/);
  await page.locator('#graph .spot').nth(2).click();
  await settled(page);
  assert.equal(Object.keys(await stones(page)).length, 2);
  assert.match(await page.locator('#graph .spot.current').getAttribute('aria-label'), /^Ply 2, f4/);
  await page.leave();
});

test('without a table the board works, the value is unknown, and the command that helps is shown', async () => {
  const page = await mill.open('/#game=standard&stones=9');
  assert.match(await page.innerText('.verdict h2'), /Unknown/);
  assert.match(await page.innerText('.missing'), /millwright solve standard/);
  assert.equal(await page.locator('.group.unknown .chip').count(), 24);
  // What is estimated looks and reads like no value.
  assert.match(await page.innerText('p.estimate'), /^An estimate/);
  assert.equal(await page.locator('.chip.estimated').count(), 24);
  assert.match(await page.locator('.chip.estimated').first().getAttribute('aria-label'), /value unknown, estimated at/);
  assert.equal(await page.locator('.point .badge.estimated').count(), 24);
  assert.equal(await page.locator('.chip.best').count(), 0);
  await page.waitForSelector('.steps .step');
  assert.match(await page.innerText('.line h3'), /Expected line/i);
  await page.click('[data-point="d6"]');
  await settled(page);
  assert.deepEqual(await stones(page), { d6: 'white' });
  await page.leave();
});

test('who needs tables and has none says what is missing and offers the small game', async () => {
  const page = await mill.open('/#game=standard&stones=9&as=white&against=erring-30');
  assert.match(await page.innerText('#play .note'), /millwright solve/);
  await page.click('[data-point="d6"]');
  await page.waitForSelector('text=Black cannot reply');
  await page.click('#play-small');
  await page.waitForFunction(() => document.getElementById('game-title').textContent === 'Five-stone morris');
  await page.leave();
});

test('a repeated position may be explored on, but ends a game between players', async () => {
  const there = 'a1-d1.d6-b6.d1-a1.b6-d6';
  const link = `/#game=standard&stones=5&start=w_a1a4d7d3_d6b2g4f2&moves=${there}.${there}`;
  const page = await mill.open(link);
  assert.match(await page.innerText('.claim'), /3 times/);
  await page.click('[data-point="a1"]');
  await page.click('[data-point="d1"]');
  await settled(page);
  assert.equal((await record(page)).length, 9);
  await page.leave();
  const game = await mill.open(`${link}&as=white&against=strong`);
  assert.match(await game.innerText('.headline.over h2'), /drawn/);
  await game.click('[data-point="a1"]');
  assert.match(await game.innerText('#status'), /The game is over/);
  await game.leave();
});
