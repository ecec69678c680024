// Installed and offline, or as a guest on another site.

import assert from 'node:assert/strict';
import test from 'node:test';
import { click, explorer, settled, stones } from './explorer.js';

const mill = explorer();

test('as a guest the page is a board with its buttons and the way here', async () => {
  const page = await mill.open('/?embed#game=standard&stones=5&moves=d6.f4.d2&ply=1', { viewport: { width: 480, height: 560 } });
  assert.ok(await page.isHidden('.top'));
  assert.ok(await page.isHidden('.side'));
  await page.click('#forward');
  await settled(page);
  assert.deepEqual(await stones(page), { d6: 'white', f4: 'black' });
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  assert.ok(content <= window, 'it fits its frame');
  await page.hover('.open-here');
  assert.match(await page.getAttribute('.open-here', 'href'), /^\.\/#game=standard&stones=5&moves=d6\.f4\.d2&ply=2$/);
  await page.leave();
});

test('the frame and the link are offered for other pages', async () => {
  const page = await mill.open('/#game=standard&stones=5&moves=d6');
  await page.click('#transfer');
  await page.selectOption('#export-format', 'frame');
  assert.match(await page.inputValue('#export-text'), /^<iframe src="http[^"]*\/\?embed#game=standard&stones=5&moves=d6"/);
  await page.leave();
});

test('the page can be installed', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  const manifest = await (await page.request.get(`${mill.address}/manifest.webmanifest`)).json();
  assert.equal(manifest.display, 'standalone');
  assert.equal(await page.getAttribute('link[rel="manifest"]', 'href'), 'manifest.webmanifest');
  await page.leave();
});

test('the page opens without its server, says so, and goes on when it is back', async () => {
  const page = await mill.open('/#game=standard&stones=5', { serviceWorkers: 'allow' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await settled(page);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('#status[data-kind="failed"]');
  assert.equal(await page.locator('.point').count(), 0, 'no board without the server');
  assert.match(await page.innerText('#status'), /does not answer/);
  await page.context().setOffline(false);
  await page.click('#status button');
  await settled(page);
  await click(page, 'd6');
  await settled(page);
  assert.deepEqual(await stones(page), { d6: 'white' });
  await page.leave();
});
