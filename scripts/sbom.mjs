// npm run sbom: CycloneDX's bill of materials of what is installed and of the encoder's files, which no package brings.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const npm = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx'], { encoding: 'utf8', maxBuffer: 1e8 });
if (npm.status !== 0) {
  console.error(npm.stderr);
  process.exit(1);
}
const bill = JSON.parse(npm.stdout);
const manifest = JSON.parse(readFileSync('src/server/encoder/model/manifest.json', 'utf8'));
const { name, version, supplier, licence, source, files } = manifest;
bill.components.push({
  'bom-ref': `${name}@${version}`,
  type: 'machine-learning-model',
  supplier: { name: supplier },
  name,
  version,
  licenses: [{ license: { id: licence } }],
  externalReferences: [{ type: 'distribution', url: source }],
  components: Object.entries(files).map(([file, { sha256 }]) => ({
    type: 'file',
    name: file,
    hashes: [{ alg: 'SHA-256', content: sha256 }],
  })),
});
console.log(JSON.stringify(bill, null, 2));
