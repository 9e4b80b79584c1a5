import { readFileSync } from 'node:fs';
import { demoBook } from '/tmp/wt/talk/src/content/demo.ts';
import { readActTexts } from '/tmp/wt/talk/src/content/talk/acts.ts';
import { rarityIn } from '/tmp/wt/talk/src/server/voice/grams.ts';
import { createPassageSearch } from '/tmp/wt/talk/src/server/voice/passages.ts';
import { readVectorFile, modelFingerprint, textKey } from '/tmp/wt/talk/src/server/encoder/vector-file.ts';
const { encode } = await import('/tmp/enc/encoder.mjs' as string);
const vf=(await readVectorFile('/tmp/wt/talk/src/server/encoder/model/vectors.bin',modelFingerprint))!;
const memo=new Map<any,Float32Array>();const unit=(v:any)=>{if(!v)return undefined;let u=memo.get(v);if(!u){let n=0;for(const x of v)n+=x*x;n=Math.sqrt(n);u=Float32Array.from(v,(x:number)=>x/n);memo.set(v,u);}return u;};
const texts=readActTexts();
const rarity=rarityIn(texts.acts.flatMap(a=>a.examples));
const find=createPassageSearch(rarity,(t)=>unit(vf.vectors.get(textKey('passage',t))));
const sections=demoBook().sections.map(s=>({...s,id:String(s.sectionNumber)})) as any[];
for(const f of ['/work/shared/talkeval/A.json','/tmp/wt/talk/bench/talk/readers.json','/tmp/wt/talk/bench/talk/visitors.json','/work/heldout/sets/dev.json']){
 const set=JSON.parse(readFileSync(f,'utf8'));let ok=0,n=0;const sc:[number,boolean][]=[];
 for(const [i,q] of set.facts.entries()){if(i%2)continue;const r=find(q.say,await encode(q.say),sections.filter(s=>s.sectionNumber<=q.level));n++;const hit=q.gold.some((g:string)=>new RegExp(g.replace(/\\b/g,'(?:(?<=[\\p{L}\\p{N}_])(?![\\p{L}\\p{N}_])|(?<![\\p{L}\\p{N}_])(?=[\\p{L}\\p{N}_]))').replace(/\\w/g,'[\\p{L}\\p{N}_]'),'ius').test(r!.excerpt.text.replace(/’/g,"'")));ok+=hit?1:0;sc.push([r!.score,hit]);}
 sc.sort((a,b)=>b[0]-a[0]);console.log(f.slice(-14),ok,n,sc.map(([s,h])=>`${s.toFixed(2)}${h?'+':'-'}`).join(' '));
 let above:number[]=[];for(const [i,q] of [...(set.above??[]),...(set.missing??[])].entries()){if(i%2)continue;const r=find(q.say,await encode(q.say),sections.filter(s=>s.sectionNumber<=q.level));above.push(r?.score??0);}
 console.log('   above/missing',above.sort((a,b)=>b-a).map(x=>x.toFixed(2)).join(' '));
}
