import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import test from 'node:test';
import { explorer, settled } from './explorer.js';

const mill = explorer();

const GAME = 'moves=d6.f4.d2.b4.f2.b2.d3.d1.e4.c5.d3-e3.d1-g1.d6-d7.b4-c4';

/** Where the fixed parts of the page are. */
const places = (page) => page.evaluate(() => ['board', 'player-top', 'player-bottom', 'status', 'back', 'strip', 'analysis', 'record', 'report', 'graph'].map((id) => {
  const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
  return [id, ...[x, y, width, height].map(Math.round)].join(' ');
}));

for (const [width, height] of [[1280, 800], [1920, 1080], [2560, 1440]]) {
  test(`at ${width}x${height} board, moves, report and curve are in one window, and stay where they are`, async () => {
    const page = await mill.open(`/#game=standard&stones=5&${GAME}&ply=0`, { viewport: { width, height } });
    const [content, boxes] = await page.evaluate(() => [document.documentElement.scrollHeight, ['board', 'record', 'report', 'graph', 'analysis', 'last'].map((id) => {
      const { top, bottom, left, right } = document.getElementById(id).getBoundingClientRect();
      return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    })]);
    assert.ok(content <= height, 'nothing to scroll');
    assert.deepEqual(boxes, [true, true, true, true, true, true]);
    const before = await places(page);
    for (let ply = 0; ply < 14; ply += 1) {
      await page.keyboard.press('ArrowRight');
      await settled(page);
      assert.deepEqual(await places(page), before, `after ply ${ply + 1}`);
    }
    const board = await page.locator('#board').boundingBox();
    assert.ok(board.width >= height - 250, 'the board is as large as the window lets it be');
    await page.leave();
  });
}

test('on a phone the board, the buttons and the line of moves are in sight and do not move', async () => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 844, height: 390 }]) {
    const page = await mill.open(`/#game=standard&stones=5&${GAME}&ply=0`, { viewport, hasTouch: true, isMobile: true });
    const shown = viewport.width < viewport.height ? ['board', 'strip', 'back', 'status', 'mode-play'] : ['board', 'back', 'status', 'mode-play'];
    for (const id of shown) {
      const box = await page.locator(`#${id}`).boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= viewport.height, `${id} at ${viewport.width}`);
    }
    const fixed = async () => (await places(page)).filter((place) => /^(board|player|status|back|strip)/.test(place));
    const before = await fixed();
    for (let ply = 0; ply < 14; ply += 1) {
      await page.locator('#forward').tap();
      await settled(page);
      assert.deepEqual(await fixed(), before, `after ply ${ply + 1}`);
    }
    await page.leave();
  }
});

test('nothing in a panel is wider than the panel, and an estimate no wider than its sign', async () => {
  // No table has this position: estimates, a note and a long command.
  const unknown = '/#game=standard&stones=9&moves=d6.f4.d2.b4.d3.d1.g4.a4.f6.b6.e4.c5';
  for (const [width, height, locale] of [[390, 844, 'de'], [844, 390, 'de'], [768, 1024, 'zh'], [1280, 800, 'de'], [1920, 1080, 'de']]) {
    const page = await mill.open(unknown, { viewport: { width, height }, locale });
    const spilling = await page.evaluate(() => {
      const panels = [...document.querySelectorAll('.panel')].filter((panel) => panel.offsetParent);
      const signs = [...document.querySelectorAll('.badge.estimated')].filter((sign) => {
        const [text, shape] = ['text', 'rect'].map((part) => sign.querySelector(part).getBoundingClientRect());
        return text.left < shape.left || text.right > shape.right;
      });
      const outside = [...document.querySelectorAll('.side button')].filter((button) => button.offsetParent && button.getBoundingClientRect().right > innerWidth).map(({ id }) => id);
      return [panels.length, document.querySelectorAll('.badge.estimated').length, panels.filter((panel) => panel.scrollWidth > panel.clientWidth).map(({ id }) => id), signs.length, outside];
    });
    assert.ok(spilling[0] >= 2 && spilling[1] > 10, `${spilling}`);
    assert.deepEqual(spilling.slice(2), [[], 0, []], `${width}x${height} ${locale}`);
    await page.leave();
  }
});

test('the first page is small', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !name.includes('/api/')));
  let bytes = 0;
  for (const file of new Set([`${mill.address}/`, ...files])) bytes += gzipSync(await (await page.request.get(file)).body()).length;
  assert.ok(files.length > 10);
  assert.ok(bytes < 200_000, `${bytes} bytes compressed`);
  await page.leave();
});
