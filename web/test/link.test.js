import assert from 'node:assert/strict';
import test from 'node:test';
import { click, explorer, record, settled, stones } from './explorer.js';

const mill = explorer();

test('a link shows the board and the history', async () => {
  const page = await mill.open('/#game=standard&stones=5&moves=d6.f4.d2.b4.f2.b2&ply=3');
  assert.equal(await page.innerText('#game-title'), 'Five-stone morris');
  assert.deepEqual(await stones(page), { d6: 'white', f4: 'black', d2: 'white' });
  assert.deepEqual((await record(page)).map((move) => move.slice(0, 2)), ['d6', 'f4', 'd2', 'b4', 'f2', 'b2']);
  assert.equal(await page.getAttribute('#record [data-ply="3"]', 'aria-current'), 'step');
  await page.leave();
});

test('back and forward of the browser follow the moves', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  await click(page, 'd6');
  await settled(page);
  await click(page, 'f4');
  await settled(page);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('#record .ply').length === 1);
  assert.deepEqual(await stones(page), { d6: 'white' });
  await page.goForward();
  await page.waitForFunction(() => document.querySelectorAll('#record .ply').length === 2);
  assert.deepEqual(await stones(page), { d6: 'white', f4: 'black' });
  await page.leave();
});

test('the link that is copied opens the same board', async () => {
  const page = await mill.open('/#game=standard&stones=5&as=white&against=strong', { permissions: ['clipboard-read', 'clipboard-write'] });
  await click(page, 'd6');
  await settled(page);
  const before = await stones(page);
  await page.click('#copy');
  await page.waitForFunction(() => /Link copied/.test(document.getElementById('status').textContent));
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await mill.open(link.slice(mill.address.length));
  assert.deepEqual(await stones(other), before);
  assert.ok(await other.isVisible('#analysis'), 'a link shows values, whoever plays');
  await other.leave();
  await page.leave();
});

test('another move in the middle becomes a variation, which the link has', async () => {
  const page = await mill.open('/#game=standard&stones=5&moves=d6.f4.d2&ply=1');
  await click(page, 'a1');
  await settled(page);
  assert.deepEqual(await record(page), ['d6', 'f4', 'a1', 'd2']);
  assert.match(page.url(), /moves=d6\.f4\(a1\)\.d2&line=1\.1$/);
  const other = await mill.open(page.url().slice(mill.address.length));
  assert.deepEqual(await stones(other), { d6: 'white', a1: 'black' });
  await other.leave();
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('#record .ply').length === 3);
  await page.leave();
});

test('the board is turned and mirrored without changing the position', async () => {
  const page = await mill.open('/#game=morabaraba&stones=5&moves=a1.g7');
  assert.equal(await page.locator('.lines line').count(), 20);
  const before = await stones(page);
  const spot = () => page.getAttribute('[data-point="a1"]', 'transform');
  const places = [await spot()];
  for (const button of ['#rotate', '#rotate', '#mirror']) {
    await page.click(button);
    places.push(await spot());
  }
  assert.deepEqual(places, ['translate(-300 300)', 'translate(-300 -300)', 'translate(300 -300)', 'translate(-300 -300)']);
  assert.deepEqual(await stones(page), before);
  await page.leave();
});

test('another game is chosen, with other numbers of stones', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  await page.click('#choose');
  await page.check('input[name="offer"][value="lasker"]', { force: true });
  await page.selectOption('#stones-white', '4');
  await page.selectOption('#stones-black', '5');
  await page.click('#choose-start');
  await page.waitForFunction(() => /4 against 5 stones/.test(document.getElementById('game-title').textContent));
  assert.match(page.url(), /game=lasker&stones=4,5/);
  await page.leave();
});

test('a mix of rules that nobody has named can be opened by the words of its rules', async () => {
  const page = await mill.open('/#game=orthogonal-first-protected-one-draw&stones=3&moves=a1.g7');
  assert.equal(await page.innerText('#game-title'), 'orthogonal-first-protected-one-draw, 3 stones');
  assert.deepEqual(await stones(page), { a1: 'white', g7: 'black' });
  assert.match(await page.innerText('.verdict h2'), /White to move/);
  await page.leave();
});
