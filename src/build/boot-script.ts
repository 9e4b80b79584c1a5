import { build, type Rolldown } from 'vite';

/**
 * The boot script (src/client/boot/boot.ts), bundled for inlining.
 *
 * @throws when it could not be inside a script element
 */
export async function compileBootScript(root: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      target: 'baseline-widely-available',
      minify: true,
      rolldownOptions: { checks: { pluginTimings: false } },
      lib: { entry: 'src/client/boot/boot.ts', formats: ['iife'], name: 'boot' },
    },
  });
  const [{ output }] = [result].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  const code = output[0].code.trim();
  if (/<\/script/i.test(code)) throw new Error('the boot script would close its own element');
  return code;
}
