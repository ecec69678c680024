import assert from 'node:assert/strict';
import test from 'node:test';
import { click, explorer, record, settled, status, stones } from './explorer.js';

const mill = explorer();

test('moves are played with the keyboard alone', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  await page.focus('.skip');
  for (let tabs = 0; tabs < 30 && !(await page.evaluate(() => document.activeElement.matches('.point'))); tabs += 1) {
    await page.keyboard.press('Tab');
  }
  const focused = () => page.evaluate(() => document.activeElement.dataset.point);
  assert.equal(await focused(), 'd6');
  await page.keyboard.press('Enter');
  await settled(page);
  await page.keyboard.press('ArrowRight');
  assert.equal(await focused(), 'f6');
  await page.keyboard.press('Space');
  await settled(page);
  assert.deepEqual(await stones(page), { d6: 'white', f6: 'black' });
  assert.equal((await record(page)).length, 2);
  await page.keyboard.press(',');
  await settled(page);
  assert.deepEqual(await stones(page), { d6: 'white' });
  await page.keyboard.press('.');
  await settled(page);
  assert.equal(await focused(), 'f6', 'the focus stays on the board');
  await page.leave();
});

test('a mill is closed and a stone taken with the keyboard', async () => {
  const page = await mill.open('/#game=standard&stones=5&start=w_a1a4d7d3_d6b2g4f2');
  await page.focus('[data-point="d7"]');
  await page.keyboard.press('Enter');
  assert.equal(await page.getAttribute('[data-point="d7"]', 'aria-pressed'), 'true');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  assert.match(await page.getAttribute('[data-point="g4"]', 'aria-label'), /g4, black stone; click to take/);
  await page.focus('[data-point="g4"]');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.deepEqual(await record(page), ['d7-a7xg4']);
  await page.leave();
});

test('arrow keys lead from every point to every other, however the board is turned', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  const unreached = await page.evaluate(async () => {
    const { POINTS, View, towards } = await import('/points.js');
    const found = [];
    for (const view of [new View(), new View(1), new View(2, true)]) {
      for (const start of POINTS) {
        const seen = new Set([start]);
        for (const point of seen) for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) seen.add(towards(point, key, view));
        if (seen.size !== 24) found.push(`${start} ${view}`);
      }
    }
    return found;
  });
  assert.deepEqual(unreached, []);
  await page.leave();
});

test('arrow keys step through the game, except in a field', async () => {
  const page = await mill.open('/#game=standard&stones=5&moves=d6.f4.d2');
  await page.keyboard.press('ArrowLeft');
  await settled(page);
  assert.equal(Object.keys(await stones(page)).length, 2);
  await page.click('#transfer');
  await page.fill('#import-text', 'abc');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  assert.equal(Object.keys(await stones(page)).length, 2);
  await page.keyboard.press('?');
  assert.ok(await page.isVisible('#help-text'));
  await page.click('#help-text button');
  assert.ok(await page.isHidden('#help-text'));
  await page.leave();
});

test('points and values are named for screen readers', async () => {
  const page = await mill.open('/#game=standard&stones=5&start=w_a1a4d7_b2d2f6');
  assert.match(await page.getAttribute('[data-point="d7"]', 'aria-label'), /^d7, white stone; click to move, wins in 1 ply$/);
  assert.equal(await page.getAttribute('[data-point="b2"]', 'aria-label'), 'b2, black stone');
  assert.equal(await page.getAttribute('#status', 'aria-live'), 'polite');
  assert.match(await status(page), /White to move wins in 1 ply/);
  const unnamed = await page.evaluate(() => [...document.querySelectorAll('button, a, select, input, textarea')]
    .filter((element) => !element.closest('dialog:not([open]), [hidden]'))
    .filter((element) => !(element.getAttribute('aria-label') || element.textContent.trim() || element.labels?.length))
    .map((element) => element.outerHTML));
  assert.deepEqual(unnamed, []);
  await page.leave();
});

test('after a click on a point, arrow keys still step through the game', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  for (const point of ['d6', 'f4']) {
    await click(page, point);
    await settled(page);
  }
  await page.keyboard.press('ArrowLeft');
  await settled(page);
  assert.deepEqual(await stones(page), { d6: 'white' });
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.deepEqual(await stones(page), { d6: 'white', f4: 'black' });
  await page.focus('[data-point="a1"]');
  await click(page, 'g7');
  await settled(page);
  await page.keyboard.press('ArrowLeft');
  await settled(page);
  assert.equal(Object.keys(await stones(page)).length, 2, 'also where the board had the focus before');
  await page.leave();
});

test('after a click on a colour or an opponent, arrow keys step through the game and change neither', async () => {
  const page = await mill.open('/#game=standard&stones=5&moves=d6.f4&as=white&against=strong');
  for (const target of ['.choice:has([value="white"])', '.choice:has([value="white"])', '.switch:has(#hints)']) {
    await page.click(target);
    await settled(page);
    await page.keyboard.press('ArrowLeft');
    await settled(page);
    assert.equal(await page.locator('input[name="as"]:checked').getAttribute('value'), 'white');
    assert.deepEqual(await stones(page), { d6: 'white' });
    await page.keyboard.press('ArrowRight');
    await settled(page);
    assert.deepEqual(await stones(page), { d6: 'white', f4: 'black' });
  }
  await page.selectOption('#strength', 'engine-3');
  await page.focus('input[name="as"]:checked');
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.equal(await page.locator('input[name="as"]:checked').getAttribute('value'), 'black', 'who comes with the keyboard changes the choice');
  await page.leave();
});
