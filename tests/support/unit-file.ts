import { readFileSync } from 'node:fs';

/** What a systemd unit says, as far as starting its program by hand needs. */
export interface UnitFile {
  /** Program and arguments. */
  command: string[];
  environment: Record<string, string>;
  workingDirectory: string;
  /** Every setting of the file, `name` → values in their order. */
  settings: Map<string, string[]>;
}

export function readUnit(path: string): UnitFile {
  const settings = new Map<string, string[]>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [, name, value] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) settings.set(name, [...(settings.get(name) ?? []), value]);
  }
  const only = (name: string) => {
    const [value, ...more] = settings.get(name) ?? [];
    if (value === undefined || more.length > 0) throw new Error(`${path}: one ${name}= was expected`);
    return value;
  };
  const assignments = (settings.get('Environment') ?? []).flatMap((line) => line.split(' '));
  return {
    command: only('ExecStart').split(' '),
    environment: Object.fromEntries(assignments.map((pair) => pair.split('=', 2) as [string, string])),
    workingDirectory: only('WorkingDirectory'),
    settings,
  };
}
