import assert from 'node:assert/strict';
import test from 'node:test';
import { assertNoSideScroll, click, explorer, settled } from './explorer.js';

const mill = explorer();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test('a phone shows the whole board and never scrolls sideways', async () => {
  const page = await mill.open('/', PHONE);
  await assertNoSideScroll(page);
  const board = await page.locator('#board').boundingBox();
  assert.ok(board.width >= 330 && board.x >= 0 && board.x + board.width <= 360, 'as wide as the screen');
  assert.ok(board.y + board.height <= 740, 'and seen without scrolling');
  await page.tap('[data-point="d6"]');
  await settled(page);
  await assertNoSideScroll(page);
  for (const view of ['#edit', '#mode-explore']) {
    await page.click(view);
    await settled(page);
    await assertNoSideScroll(page);
  }
  for (const dialog of ['#choose', '#transfer', '#help']) {
    await page.click(dialog);
    await assertNoSideScroll(page);
    await page.keyboard.press('Escape');
  }
  await page.leave();
});

test('long moves, twelve stones in hand and statistics fit a phone', async () => {
  for (const path of ['/#game=morabaraba&stones=12', '/#game=standard&stones=5&start=w_a1a4d7d3_d6b2g4f2', '/#game=standard&stones=9', '/statistics.html#game=standard&stones=5']) {
    const page = await mill.open(path, { ...PHONE, settle: !path.startsWith('/statistics') });
    if (path.startsWith('/statistics')) await page.waitForSelector('.rows');
    await assertNoSideScroll(page);
    await page.leave();
  }
});

const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('the page follows the system into the dark, and the button overrides it for good', async () => {
  const light = await mill.open('/');
  const day = await paper(light);
  await light.leave();
  const page = await mill.open('/', { colorScheme: 'dark' });
  const night = await paper(page);
  assert.notEqual(night, day);
  await page.click('#theme');
  assert.equal(await paper(page), day);
  await page.reload();
  await settled(page);
  assert.equal(await paper(page), day);
  await page.leave();
});

/** Contrast of two colours `rgb(r, g, b)` as WCAG defines it. */
function contrast(a, b) {
  const light = (colour) => {
    const [red, green, blue] = colour.match(/\d+/g).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

for (const colorScheme of ['light', 'dark']) {
  test(`text has enough contrast in the ${colorScheme}`, async () => {
    const page = await mill.open('/#game=standard&stones=5&start=w_a1a4d7_b2d2f6', { colorScheme });
    const pairs = await page.evaluate(() => ['.verdict h2', '.verdict p', '.group h3', '.chip .move', '.chip .worth', '#status', '.player .numbers'].map((selector) => {
      const element = document.querySelector(selector);
      let behind = element;
      while (getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)') behind = behind.parentElement;
      return [selector, getComputedStyle(element).color, getComputedStyle(behind).backgroundColor];
    }));
    for (const [selector, text, ground] of pairs) {
      assert.ok(contrast(text, ground) >= 4.5, `${selector}: ${text} on ${ground} is ${contrast(text, ground).toFixed(2)}`);
    }
    await page.leave();
  });
}

test('nothing comes from elsewhere', async () => {
  const page = await mill.open('/');
  const foreign = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(mill.address)) foreign.push(request.url());
  });
  await page.reload();
  await settled(page);
  await click(page, 'd6');
  await settled(page);
  assert.deepEqual(foreign, []);
  await page.leave();
});
