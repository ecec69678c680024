import assert from 'node:assert/strict';
import test from 'node:test';
import { explorer, settled } from './explorer.js';

// Both games have their own directory; six against three is too large for the small games in memory.
const mill = explorer([
  'standard --movement --stones 6,3 --keep wdl',
  'morabaraba --movement --stones 6,3 --keep statistics',
]);

const SIX_THREE = 'stones=9&start=w_c4d5a1a4d6f6_d1c3g4';

test('a win of unknown length is told as what it is, and no move is called the best', async () => {
  const page = await mill.open(`/#game=standard&${SIX_THREE}`);
  assert.equal(await page.innerText('.verdict h2'), 'White to move wins; how long it takes has not been kept');
  const wins = page.locator('.group.win .chip');
  assert.ok(await wins.count() > 1);
  assert.match(await wins.first().getAttribute('title'), /^wins; how long it takes/);
  assert.doesNotMatch(await wins.first().innerText(), /in/);
  assert.equal(await page.locator('.chip.best').count(), 0);
  assert.match(await page.innerText('.line'), /the tables have win, draw and loss only/);
  await wins.first().click();
  await settled(page);
  assert.match(await page.innerText('.verdict h2'), /^Black to move loses/);
  assert.match(await page.locator('#graph .spot').first().getAttribute('aria-label'), /wins/);
  await page.leave();
});

test('small positions are known in full, whatever the tables have', async () => {
  for (const game of ['standard', 'morabaraba']) {
    const page = await mill.open(`/#game=${game}&stones=9&start=w_a1a4d7_b2d2f6`);
    assert.match(await page.innerText('.verdict h2'), /White to move wins in 1 ply/);
    assert.ok(await page.locator('.chip.best').count() > 0);
    await page.leave();
  }
});

test('where only statistics were kept, a value that is found by searching is called so', async () => {
  const page = await mill.open(`/#game=morabaraba&${SIX_THREE}`);
  assert.match(await page.innerText('.verdict h2'), /White to move wins in 3 plies, by search/);
  assert.equal(await page.locator('.missing').count(), 0);
  await page.leave();
});

test('where only statistics were kept, the value is unknown and the command that helps is shown', async () => {
  const page = await mill.open('/#game=morabaraba&stones=9&start=b_a1d2g4b6c5e3_b2d6f4');
  assert.match(await page.innerText('.verdict h2'), /Unknown/);
  assert.match(await page.innerText('.missing'), /has statistics only/);
  assert.match(await page.innerText('.missing'), /millwright solve morabaraba --movement --stones 6,3/);
  await page.leave();
});
