/*
 * npm run bench -- conversations [--write]: three conversations of about ten minutes with the embedded model, held over the
 * site's own API by a reader at level 0, 3 and 12 of the demonstration book. `--write` puts them into docs/conversazioni.md, where
 * the measures after them stay as they are.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openTestSite, type Person } from '../tests/support/test-site.ts';
import { longTalks } from '../tests/support/long-talks.ts';

const site = await openTestSite();
const lines = [
  '# Tre conversazioni',
  '',
  'Con il modello incorporato, senza chiave e senza rete, sul libro dimostrativo: una al livello 0, una al 3, una al 12. Si',
  'rifanno con `npm run bench -- conversations --write`; le stesse domande danno le stesse risposte.',
  '',
];

async function sendMessage(person: Person, message: string): Promise<string> {
  const response = await person.request('POST', '/api/chat', { message });
  return ((await response.json()) as { response: string }).response;
}

const say = (who: string, text: string) => lines.push(`**${who}** ${text.replace(/\n+/g, '  \n')}`, '');

for (const { level, code, turns } of longTalks) {
  lines.push(`## Livello ${level}`, '');
  const person = code === undefined ? site.visitor() : await site.reader(code);
  if (code !== undefined) {
    const notice = await person.request('POST', '/api/chat/notice');
    const { message } = (await notice.json()) as { message: { content: string } | null };
    if (message) say('[NILAK]>', message.content);
  }
  for (const turn of turns) {
    say('[USER]>', turn);
    say('[NILAK]>', await sendMessage(person, turn));
  }
}
await site.close();

const text = `${lines.join('\n').trim()}\n`;
const file = 'docs/conversazioni.md';
const written = readFileSync(file, 'utf8');
const measures = written.indexOf('\n## Le misure');
if (process.argv.includes('--write'))
  writeFileSync(file, text + (measures < 0 ? '' : written.slice(measures)));
else console.log(text);
