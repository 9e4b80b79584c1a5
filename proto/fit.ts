import { writeFileSync } from 'node:fs';
import { readLessons, fitChoice } from '/tmp/wt/talk/src/build/fit-choice.ts';
import { quantise } from '/tmp/wt/talk/src/server/encoder/vector-file.ts';
import { readActTexts } from '/tmp/wt/talk/src/content/talk/acts.ts';
import { readWishes } from '/tmp/wt/talk/src/content/talk/wishes.ts';
const { vectorOf, encode, save } = await import('/tmp/enc/encoder.mjs' as string);
for(const a of readActTexts().acts)for(const t of [...a.examples,...Object.values(a.lingue).flatMap((l:any)=>l.examples)])await encode(t);
for(const t of Object.values(readWishes()).flat())await encode(t as string);
const { demoBook } = await import('/tmp/wt/talk/src/content/demo.ts');
for(const c of demoBook().memoryCards){if(c.chip)await encode(c.chip);for(const a of c.asks)await encode(a);if(!vectorOf(c.says))await encode(c.says);}
save();console.time('lessons');
const asInt=(_k:string,t:string)=>{const v=vectorOf(t);return v&&quantise(v);};
const withVectors=fitChoice(await readLessons(asInt,encode));console.timeEnd('lessons');save();
const withoutVectors=fitChoice(await readLessons(()=>undefined,async()=>undefined));console.timeEnd('lessons');
writeFileSync('/tmp/wt/talk/src/server/voice/choice-models.json',JSON.stringify({withVectors,withoutVectors}));
