import assert from 'node:assert/strict';
import test from 'node:test';
import { click, explorer, settled, stones } from './explorer.js';

const mill = explorer();

const judged = (page, kind) => page.waitForSelector(`#judged[data-kind="${kind}"]`);

test('a position is set up, judged and used', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  await page.click('#edit');
  await page.fill('#hand-white', '0');
  await page.fill('#hand-black', '0');
  for (const point of ['a1', 'a4', 'd7']) await click(page, point);
  await page.check('input[name="tool"][value="black"]', { force: true });
  for (const point of ['b2', 'd2', 'f6', 'g7']) await click(page, point);
  await page.check('input[name="tool"][value="none"]', { force: true });
  await click(page, 'g7');
  await judged(page, 'good');
  await page.waitForFunction(() => /White to move wins in 1 ply/.test(document.getElementById('judged').textContent));
  await page.click('#edit-done');
  await page.waitForSelector('#editor', { state: 'hidden' });
  await settled(page);
  assert.deepEqual(await stones(page), { a1: 'white', a4: 'white', d7: 'white', b2: 'black', d2: 'black', f6: 'black' });
  assert.match(await page.innerText('.verdict h2'), /White to move wins in 1 ply/);
  assert.match(page.url(), /start=w_/);
  await page.leave();
});

test('a position that is none is refused with the reason, and nothing changes', async () => {
  const page = await mill.open('/#game=standard&stones=5&moves=d6.f4');
  await page.click('#edit');
  await page.fill('#hand-white', '9');
  await judged(page, 'refused');
  assert.match(await page.innerText('#judged'), /stones/);
  await page.click('#edit-done');
  await page.waitForFunction(() => /Not used/.test(document.getElementById('judged').textContent));
  assert.ok(await page.isVisible('#editor'));
  await page.click('#edit-cancel');
  assert.ok(await page.isHidden('#editor'));
  assert.deepEqual(await stones(page), { d6: 'white', f4: 'black' });
  await page.leave();
});

test('numbers that are none do no harm', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  await page.click('#edit');
  await page.fill('#hand-white', '');
  await page.fill('#hand-white', '-7');
  await page.fill('#hand-black', '999999');
  await judged(page, 'refused');
  await page.click('#edit-clear');
  await judged(page, 'good');
  await page.click('#mode-explore');
  await settled(page);
  assert.deepEqual(await stones(page), {});
  await page.leave();
});

const hands = async (page) => [await page.inputValue('#hand-white'), await page.inputValue('#hand-black')];

test('stones that are put on the board leave the hand, and those removed go back', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  await page.click('#edit');
  assert.deepEqual(await hands(page), ['5', '5']);
  await click(page, 'a1');
  await click(page, 'a4');
  assert.deepEqual(await hands(page), ['3', '5']);
  await page.check('input[name="tool"][value="black"]', { force: true });
  await click(page, 'a4');
  assert.deepEqual(await hands(page), ['4', '4'], 'a stone that is replaced goes back to its owner');
  assert.match(await page.innerText('#counted'), /White: 1 on the board, 4 in hand, 0 lost, of 5/);
  await judged(page, 'good');
  for (const point of ['b2', 'd2', 'f2', 'g1']) await click(page, point);
  assert.deepEqual(await hands(page), ['4', '0']);
  await click(page, 'g4');
  assert.match(await page.innerText('#status'), /Black has no stone left/);
  assert.equal((await stones(page)).g4, undefined);
  await page.leave();
});
