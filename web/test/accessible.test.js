// An accessibility checker looks at every view, light and dark.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { explorer, settled } from './explorer.js';

const mill = explorer();

const AXE = new URL('node_modules/axe-core/axe.min.js', import.meta.url);

/** What it finds that is serious or worse, in short. */
async function troubles(page) {
  await page.evaluate(await readFile(AXE, 'utf8'));
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.filter(({ impact }) => ['serious', 'critical'].includes(impact)).map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.target.join(' ')).join(', ')}`);
  });
}

const REVIEW = '/#game=standard&stones=5&start=w_a1a4d7_b2d2f6&moves=d7-g7(d7-g4).b2-b4.g7-a7xb4&ply=1';

const VIEWS = {
  play: ['/#game=standard&stones=5&as=white&against=strong', async () => {}],
  'play with values': ['/#game=standard&stones=5&as=white&against=strong', (page) => page.check('#hints')],
  review: [REVIEW, (page) => page.click('#record summary')],
  unknown: ['/#game=standard&stones=9', async () => {}],
  train: ['/#game=standard&stones=5', (page) => page.click('#mode-train')],
  'setting up': [REVIEW, (page) => page.click('#edit')],
  'choosing a game': [REVIEW, (page) => page.click('#choose')],
  'import and export': [REVIEW, (page) => page.click('#transfer')],
  help: [REVIEW, (page) => page.click('#help')],
  statistics: ['/statistics.html#game=standard&stones=5', (page) => page.click('tr[data-subspace="3_3_0_0"] button')],
};

for (const colorScheme of ['light', 'dark']) {
  test(`nothing serious is found in the ${colorScheme}`, async () => {
    const found = {};
    for (const [name, [path, act]] of Object.entries(VIEWS)) {
      const page = await mill.open(path, { colorScheme, settle: !path.startsWith('/statistics') });
      if (path.startsWith('/statistics')) await page.waitForSelector('.rows tbody tr');
      await act(page);
      if (!path.startsWith('/statistics')) await settled(page);
      const list = await troubles(page);
      if (list.length > 0) found[name] = list;
      await page.leave();
    }
    assert.deepEqual(found, {});
  });
}

test('a phone has nothing serious either', async () => {
  const page = await mill.open(REVIEW, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  assert.deepEqual(await troubles(page), []);
  await page.leave();
});
