// npm run docs:security: counts docs/asvs.yaml into docs/security.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { writeAsvsInto } from './asvs.mjs';

const file = 'docs/security.md';
const style = await resolveConfig(file);
writeFileSync(
  file,
  await format(writeAsvsInto(readFileSync(file, 'utf8')), { ...style, parser: 'markdown' }),
);
