// Types and lint over one reading of the sources: apart, tsc and the linter's typed rules would each parse and check all of it.
// It says what `npm run typecheck` and `npm run lint` say.
import { ESLint } from 'eslint';
import ts from 'typescript';

/** @param {readonly ts.Diagnostic[]} diagnostics */
function report(diagnostics) {
  if (diagnostics.length === 0) return;
  process.exitCode = 1;
  const { getCurrentDirectory, newLine } = ts.sys;
  const host = { getCurrentDirectory, getCanonicalFileName: String, getNewLine: () => newLine };
  process.stdout.write(ts.formatDiagnosticsWithColorAndContext(diagnostics, host));
}

/** @param {ts.Diagnostic} diagnostic */
const reportOne = (diagnostic) => report([diagnostic]);
const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: reportOne };
const config = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host);
if (!config) throw new Error('tsconfig.json cannot be read.');
const program = ts.createProgram({ rootNames: config.fileNames, options: config.options });
report([...config.errors, ...ts.getPreEmitDiagnostics(program)]);

const linter = new ESLint({
  overrideConfig: {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { programs: [program] } },
  },
});
const results = await linter.lintFiles('.');
if (results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0)) {
  process.exitCode = 1;
  console.log(await (await linter.loadFormatter('stylish')).format(results));
}
