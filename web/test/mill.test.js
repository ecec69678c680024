import assert from 'node:assert/strict';
import test from 'node:test';
import { click, explorer, record, settled, status, stones } from './explorer.js';

const mill = explorer();

test('after a mill is closed the stone to take is chosen with one click', async () => {
  const page = await mill.open('/#game=standard&stones=5&start=w_a1a4d7d3_d6b2g4f2');
  await click(page, 'd7');
  await click(page, 'a7');
  assert.match(await status(page), /Mill! Take a stone of Black/);
  assert.equal(await page.locator('.point.take').count(), 4);
  assert.deepEqual(await record(page), [], 'the turn is not over yet');
  await click(page, 'b2');
  await settled(page);
  assert.deepEqual(await record(page), ['d7-a7xb2']);
  assert.deepEqual(await stones(page), { a1: 'white', a4: 'white', a7: 'white', d3: 'white', d6: 'black', f2: 'black', g4: 'black' });
  await page.leave();
});

test('a turn half made is cancelled by Escape and by a click elsewhere', async () => {
  const page = await mill.open('/#game=standard&stones=5&start=w_a1a4d7d3_d6b2g4f2');
  const before = await stones(page);
  await click(page, 'd7');
  await click(page, 'a7');
  await page.keyboard.press('Escape');
  assert.deepEqual(await stones(page), before);
  assert.match(await status(page), /cancelled/);
  await click(page, 'd7');
  await click(page, 'a7');
  await click(page, 'g1');
  assert.deepEqual(await stones(page), before);
  await click(page, 'd7');
  await page.mouse.click(...(await centre(page)));
  assert.equal(await page.locator('.point.selected').count(), 0);
  await page.leave();
});

async function centre(page) {
  const box = await page.locator('#board').boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test('a stone in a mill is protected while another is not', async () => {
  const page = await mill.open('/#game=standard&stones=5&start=w_a1a4d7d3_b2d2f2g4');
  await click(page, 'd7');
  await click(page, 'a7');
  assert.equal(await page.locator('.point.take').count(), 1);
  await click(page, 'd2');
  assert.match(await status(page), /d2 may not be taken/);
  await click(page, 'g4');
  await settled(page);
  assert.deepEqual(await record(page), ['d7-a7xg4']);
  await page.leave();
});

test('two mills at once take two stones where the rules say so', async () => {
  const page = await mill.open('/#game=standard-take-two&stones=5&start=w_a7d7g4g1.1_b2b4d2f6.1');
  await click(page, 'g7');
  assert.match(await status(page), /Take 2 stones/);
  await click(page, 'b4');
  assert.match(await status(page), /second/);
  await click(page, 'f6');
  await settled(page);
  assert.equal((await record(page)).length, 1);
  const held = await stones(page);
  assert.deepEqual([held.b4, held.f6, held.g7], [undefined, undefined, 'white']);
  await page.leave();
});

test('what is not legal is said, never just ignored', async () => {
  const page = await mill.open('/#game=standard&stones=5&start=w_a1a4b2d3_d6d7g4f2');
  for (const [point, why] of [['d6', /belongs to Black/], ['e4', /no stone in hand/]]) {
    await click(page, point);
    assert.match(await status(page), why);
  }
  await click(page, 'a1');
  await click(page, 'g1');
  assert.match(await status(page), /cannot go to g1/);
  await page.goto(`${mill.address}/#game=standard&stones=5&moves=d6.f4`);
  await page.waitForSelector('#record .ply');
  await click(page, 'd6');
  assert.match(await status(page), /still has stones in hand/);
  await page.leave();
});

test('what to do next is told with every click of a turn, and never what is over', async () => {
  const page = await mill.open('/#game=standard&stones=5&start=w_a1a4d7d3_d6b2g4f2&as=white&against=strong');
  assert.match(await page.innerText('#task h2'), /^Move a stone$/);
  await click(page, 'd7');
  assert.match(await page.innerText('#task h2'), /^Where to\?$/);
  await click(page, 'a7');
  assert.match(await page.innerText('#task h2'), /^You closed a mill: take a stone of Black$/);
  await page.keyboard.press('Escape');
  assert.match(await page.innerText('#task h2'), /^Move a stone$/);
  await page.leave();
  const review = await mill.open('/#game=standard&stones=5&start=w_a1a4d7d3_d6b2g4f2');
  await click(review, 'd7');
  await click(review, 'a7');
  const fitting = await review.locator('.chip:not(.apart)').evaluateAll((chips) => chips.map((chip) => chip.dataset.move));
  assert.deepEqual(fitting.sort(), ['d7-a7xb2', 'd7-a7xd6', 'd7-a7xf2', 'd7-a7xg4']);
  await review.leave();
});

test('with three stones one is told to fly', async () => {
  const page = await mill.open('/#game=standard&stones=5&start=w_a1d2g7_b4e3f6&as=white&against=strong');
  assert.equal(await page.innerText('#task h2'), 'You may fly');
  await page.leave();
});
