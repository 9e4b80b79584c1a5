import type { RequestListener } from 'node:http';

const page = `<!doctype html><html lang="it"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="10"><title>Un momento</title>
<style>body{background:#17304f;color:#f1e7d3;font:1.1rem/1.6 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;padding:2rem;max-width:34rem;margin:auto}</style>
<h1>Un momento</h1><p>Questa macchina è di riserva: il sito risponde dall’altra. Se l’altra non c’è più, questa ne prende
il posto da sé fra pochi secondi.</p></html>`;

/** What a machine answers that stands by: 503 to everything, so that a proxy in front goes to the other. */
export const answerStandingBy: RequestListener = (request, response) => {
  const isHealth = request.url?.split('?')[0] === '/api/health';
  const isApi = request.url?.startsWith('/api/') ?? false;
  const body = isHealth
    ? JSON.stringify({ status: 'standby' })
    : isApi
      ? JSON.stringify({ message: 'Questa macchina è di riserva: riprova tra poco.', code: 'UNAVAILABLE' })
      : page;
  response.writeHead(503, {
    'Content-Type': isApi ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Retry-After': '10',
    // The next request may be for the site itself.
    Connection: 'close',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
};
