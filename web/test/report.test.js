import assert from 'node:assert/strict';
import test from 'node:test';
import { explorer, settled } from './explorer.js';

const mill = explorer(['standard --movement --stones 4']);

test('the report is a link away, has its colours, and its positions open on the board with their value', async () => {
  const page = await mill.open('/statistics.html#game=standard&stones=4', { settle: false });
  await page.waitForSelector('.rows tbody tr');
  await page.click('nav >> text=Report');
  await page.waitForSelector('h1:has-text("The report")');
  await page.click('nav >> text=standard');
  const cell = page.locator('table.heat td').filter({ hasText: '/' }).first();
  const colour = await cell.evaluate((cell) => getComputedStyle(cell).backgroundColor);
  assert.notEqual(colour, 'rgba(0, 0, 0, 0)');
  const figure = page.locator('.boards figure').first();
  const plies = /in (\d+) plies/.exec(await figure.innerText())[1];
  await figure.locator('text=open on board').click();
  await settled(page);
  assert.match(await page.innerText('.verdict h2'), new RegExp(`in ${plies} plies`));
  await page.leave();
});
