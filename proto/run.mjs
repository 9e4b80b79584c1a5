import { runnerImport } from 'vite';
const { module: plugins } = await runnerImport('./src/build/yaml-plugin.ts');
await runnerImport(process.argv[2], { configFile:false, plugins:[plugins.yamlFiles()], logLevel:'error', ssr:{external:true} });
