import type { Fault } from './fault.ts';

export const socketFaults: readonly Fault[] = [
  {
    name: 'counted-again',
    room: 'sockets',
    file: 'src/server/features/readers/readers.service.ts',
    from: '  const isFirstTime = !redeemed.includes(id);',
    to: '  const isFirstTime = true;',
    breaks: 'a code that is sent again, because its answer was lost, counts twice',
  },
  {
    name: 'spent-on-oneself',
    room: 'sockets',
    file: 'src/server/features/readers/readers.service.ts',
    from: '  if (reader?.redeemed?.includes(unlockCode.id)) return true;\n',
    to: '',
    breaks: 'who sends a code again, because its answer was lost, finds it spent by themselves',
  },
  {
    name: 'said-twice',
    room: 'sockets',
    file: 'src/server/features/chat/chat.service.ts',
    from: 'const id = sentId === undefined ? undefined : sentMessageId(readerId, sentId);',
    to: 'const id = sentId === undefined ? undefined : sentMessageId(crypto.randomUUID(), sentId);',
    breaks: 'a message that is sent again, because its answer was lost, is said twice',
  },
  {
    name: 'answered-twice',
    room: 'sockets',
    file: 'src/server/features/chat/chat.service.ts',
    from: '    if (!reply) return undefined;\n',
    to: '    if (reply !== null) return undefined;\n',
    breaks: 'a message that is sent again is answered anew',
  },
  {
    name: 'half-upload',
    room: 'sockets',
    file: 'src/server/storage/files/local.ts',
    from: '        await rm(path, { force: true }).catch(() => undefined);\n',
    to: '',
    breaks: 'half an upload stays on the disk',
  },
];
