/*
 * npm run bench -- conversations: three conversations of about ten minutes with the embedded model, held over the site's own API
 * by a reader at level 0, 3 and 12 of the demonstration book, written into docs/conversazioni.md before the measures.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { longTalks } from '../tests/support/long-talks.ts';
import { openTestSite } from '../tests/support/test-site.ts';

const site = await openTestSite({ encoderThread: pathToFileURL('src/server/encoder/thread.mjs') });
const lines = [
  '# Tre conversazioni',
  '',
  'Con il modello incorporato, senza chiave e senza rete, sul libro dimostrativo: una al livello 0, una al 3, una al 12. Si',
  'rifanno con `npm run bench -- conversations`; le stesse domande danno le stesse risposte.',
  '',
];
const say = (who: string, text: string) => lines.push(`**[${who}]>** ${text.replace(/\n+/g, '  \n')}`, '');

for (const { level, code, turns } of longTalks) {
  lines.push(`## Livello ${level}`, '');
  const person = code === undefined ? site.visitor() : await site.reader(code);
  const post = async (path: string, body?: object) => (await person.request('POST', path, body)).json();
  if (code !== undefined) {
    const { message } = (await post('/api/chat/notice')) as { message: { content: string } | null };
    if (message) say('NILAK', message.content);
  }
  for (const message of turns) {
    say('USER', message);
    say('NILAK', ((await post('/api/chat', { message })) as { response: string }).response);
  }
}
await site.close();

const file = 'docs/conversazioni.md';
const [, measures = ''] = readFileSync(file, 'utf8').split('\n## Le misure');
writeFileSync(file, `${lines.join('\n').trim()}\n\n## Le misure${measures}`);
