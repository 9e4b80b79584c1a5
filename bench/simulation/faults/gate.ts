import type { Fault } from './fault.ts';

export const gateFaults: readonly Fault[] = [
  {
    name: 'open-guard',
    room: 'gate',
    file: 'src/server/spoilers/guard.ts',
    from: "      if (!demand.some(isOpen) && !demand.some(isSent)) return 'withhold';\n",
    to: '',
    breaks: 'what a model tells of locked sections is passed on',
  },
  {
    name: 'open-history',
    room: 'gate',
    file: 'src/shared/gate.ts',
    from: '    if (message.level <= level) visible.push(message as Visible<T>);',
    to: '    visible.push(message as Visible<T>);',
    breaks: 'what was said at a higher level is shown at a lower one',
  },
];
