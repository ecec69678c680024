import assert from 'node:assert/strict';
import test from 'node:test';
import { click, explorer, settled, status, stones } from './explorer.js';

const mill = explorer();

const busy = { status: 503, headers: { 'Retry-After': '1' }, contentType: 'application/json', body: '{"error":{"code":"busy","message":"Busy.","hint":null}}' };

test('a busy server is asked again', async () => {
  let refusals = 0;
  const page = await mill.open('/#game=standard&stones=5', {
    routes: {
      '**/api/*/position?**': (route) => {
        refusals += 1;
        return refusals <= 2 ? route.fulfill(busy) : route.continue();
      },
    },
  });
  assert.ok(refusals > 2);
  assert.equal(await page.locator('.point').count(), 24);
  await page.leave();
});

test('a lost connection leaves the board as it was and offers to try again', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  await page.route('**/api/**', (route) => route.abort());
  await click(page, 'd6');
  await page.waitForSelector('#status[data-kind="failed"]');
  assert.match(await status(page), /does not answer/);
  assert.deepEqual(await stones(page), {});
  await page.unroute('**/api/**');
  await page.click('#status button');
  await page.waitForSelector('#record .ply');
  assert.deepEqual(await stones(page), { d6: 'white' });
  await page.leave();
});

test('a server that is not there at first is found later', async () => {
  const page = await mill.open('/', { settle: false, routes: { '**/api/**': (route) => route.abort() } });
  await page.waitForSelector('#status[data-kind="failed"]');
  await page.keyboard.press('ArrowLeft');
  await page.click('#rotate');
  await page.unroute('**/api/**');
  await page.click('#status button');
  await settled(page);
  assert.equal(await page.locator('.point').count(), 24);
  await page.leave();
});

test('an answer that comes too late is ignored', async () => {
  const page = await mill.open('/#game=standard&stones=5&moves=d6.f4.d2&ply=0');
  await page.route('**/api/*/position?**', async (route) => {
    const slow = /p=b_/.test(decodeURIComponent(route.request().url()));
    await new Promise((resolve) => { setTimeout(resolve, slow ? 900 : 10); });
    await route.continue().catch(() => {});
  });
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('#record [data-ply="2"]')?.getAttribute('aria-current') === 'step');
  await page.waitForTimeout(1300);
  assert.deepEqual(await stones(page), { d6: 'white', f4: 'black' });
  await page.leave();
});

test('nonsense from the server is told kindly', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  await page.route('**/api/**', (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>proxy</h1>' }));
  await click(page, 'd6');
  await page.waitForSelector('#status[data-kind="failed"]');
  assert.match(await status(page), /makes no sense/);
  await page.leave();
});

test('while the small games are being solved, the page says so and names its game', async () => {
  const solving = { ...busy, body: '{"error":{"code":"busy","message":"the small games are still being solved","hint":null}}' };
  const page = await mill.open('/#game=lasker&stones=5&moves=d6.f4.d6-d5', { settle: false, routes: { '**/api/lasker/**': (route) => route.fulfill(solving) } });
  await page.waitForSelector('#status:has-text("Solving the small games")');
  assert.equal(await page.innerText('#game-title'), 'Lasker Morris, 5 stones');
  assert.match(await page.innerText('#record'), /Solving the small games/);
  await page.unroute('**/api/lasker/**');
  await settled(page);
  assert.deepEqual(await stones(page), { d5: 'white', f4: 'black' });
  await page.leave();
});
