import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import test, { after } from 'node:test';
import { explorer, stones } from './explorer.js';

// Another site, by two names: the one that the server lets show its page, and one that it does not know.
const site = createServer((request, response) => {
  const address = new URL(request.url, 'http://site').searchParams.get('show');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><title>A forum</title><h1>A forum</h1><iframe src="${address}" width="480" height="560"></iframe>`);
}).listen(0, '127.0.0.1');
await once(site, 'listening');
after(() => site.close());
const { port } = site.address();

const mill = explorer([], ['--embed', `http://127.0.0.1:${port}`]);

const visit = (host) => {
  const shown = `${mill.address}/?embed#game=standard&stones=5&moves=d6.f4.d2`;
  return mill.visit(`http://${host}:${port}/?show=${encodeURIComponent(shown)}`);
};

test('a site that may shows a position in its page, and it can be stepped through there', async () => {
  const page = await visit('127.0.0.1');
  const frame = page.frameLocator('iframe');
  await frame.locator('#board[aria-busy="false"]').waitFor();
  assert.deepEqual(await stones(frame), { d6: 'white', f4: 'black', d2: 'white' });
  await frame.locator('#back').click();
  await frame.locator('#board[aria-busy="false"]').waitFor();
  assert.deepEqual(await stones(frame), { d6: 'white', f4: 'black' });
  await page.leave();
});

test('a site that may not is shown nothing', async () => {
  const page = await visit('localhost');
  assert.equal(await page.innerText('h1'), 'A forum');
  assert.match(page.frames()[1].url(), /^chrome-error:/);
  assert.equal(await page.frameLocator('iframe').locator('#board').count(), 0);
});
