// npm run trim, after npm prune: of the packages with native parts for every system a release keeps this machine's.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'node_modules/onnxruntime-node/bin/napi-v6';
for (const platform of readdirSync(folder))
  for (const arch of readdirSync(join(folder, platform)))
    if (platform !== process.platform || arch !== process.arch)
      rmSync(join(folder, platform, arch), { recursive: true });
