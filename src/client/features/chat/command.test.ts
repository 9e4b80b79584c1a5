import { expect, it } from 'vitest';
import { commandHelp, helpText } from './command-help.ts';
import { readCommand } from './command.ts';

it.each([
  ['/aiuto', { name: 'aiuto' }],
  ['/RIASSUNTO', { name: 'riassunto' }],
  ['/codice', { name: 'codice', code: undefined }],
  ['/codice hb6t-2wvk', { name: 'codice', code: 'hb6t-2wvk' }],
  ['/livello', { name: 'livello', level: undefined }],
  ['/livello 3', { name: 'livello', level: 3 }],
  ['/livello SEC_03', { name: 'livello', level: 3 }],
  ['/livello tre', { name: 'unknown', written: '/livello tre' }],
  ['/spoiler 12', { name: 'unknown', written: '/spoiler' }],
])('%s is a command', (line, command) => {
  expect(readCommand(line)).toEqual(command);
});

it.each(['Ciao', '12/3', '/', '/ ciao', '//', 'scrivi /aiuto'])('%s is a message', (line) => {
  expect(readCommand(line)).toBeUndefined();
});

it('lists every command that is understood, and names the one that is not', () => {
  for (const [command] of commandHelp) {
    expect(readCommand(command.split(' ')[0] ?? '')?.name).not.toBe('unknown');
    expect(helpText('/boh')).toContain(command);
  }
  expect(helpText('/boh')).toContain('/boh');
  expect(helpText()).toContain('Le parole della musica si scrivono nella Home');
});
