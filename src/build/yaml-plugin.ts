import type { Plugin } from 'vite';
import { parse } from 'yaml';

/** `import data from './file.yaml'` gives the parsed file, read at build time. */
export function yamlFiles(): Plugin {
  return {
    name: 'yaml-files',
    transform: {
      filter: { id: /\.yaml$/ },
      // Engines parse a JSON string faster than an object literal.
      handler: (file) => ({
        code: `export default JSON.parse(${JSON.stringify(JSON.stringify(parse(file)))});`,
        map: null,
        moduleType: 'js',
      }),
    },
  };
}
