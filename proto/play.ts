// plays sets with the prototype in this process: node proto/run.mjs ./proto/play.ts  (SETS=files FAIL=act|all N=.. ODD=1)
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { demoBook } from '/tmp/wt/talk/src/content/demo.ts';
import { builtInBook } from '/tmp/wt/talk/src/content/built-in-book.ts';
import { readActTexts } from '/tmp/wt/talk/src/content/talk/acts.ts';
import { readForeignTexts } from '/tmp/wt/talk/src/content/talk/foreign.ts';
import { helpTexts } from '/tmp/wt/talk/src/content/talk/help.ts';
import { listenerTexts } from '/tmp/wt/talk/src/content/talk/listener.ts';
import { createHelp } from '/tmp/wt/talk/src/server/help/help.ts';
import { createListener } from '/tmp/wt/talk/src/server/listener/listener.ts';
import { asksOfTold } from '/tmp/wt/talk/src/server/narrator/asked-back.ts';
import { createForeignReader } from '/tmp/wt/talk/src/server/narrator/foreign.ts';
import { createEmbeddedModel } from '/tmp/wt/talk/src/server/voice/compose.ts';
import { createJudge } from '/tmp/wt/talk/bench/talk/judge.ts';
const { vectorOf, encode, save } = await import('/tmp/enc/encoder.mjs' as string);
const P='/tmp/wt/talk/src/content/talk/';const yaml=(f:string)=>parse(readFileSync(P+f,'utf8'));
const strings=(o:any)=>Object.fromEntries(Object.entries(o).map(([k,v]:any)=>[k,v.map(String)]));
const hw=JSON.parse(readFileSync('/tmp/enc/help-weights.json','utf8'));const pOf=new Map<string,number>();
async function readHelp(t:string){if(pOf.has(t))return;const v=await encode(t);let z=hw.b;for(let k=0;k<384;k++)z+=hw.w[k]*v[k];pOf.set(t,1/(1+Math.exp(-z)));}
const help=createHelp(helpTexts,(m:string)=>pOf.get(m),asksOfTold,createForeignReader(readForeignTexts()));
const listener=createListener(listenerTexts,help.isGrave);
const {character}=builtInBook as any;const {voice,deflections,nameDeflections,levelZero,unlocked,name}=character;
const lines={...voice,deflections,nameDeflections,levelZero,unlocked,name};
import { readWishes, readEmptyTexts } from '/tmp/wt/talk/src/content/talk/wishes.ts';
import { quantise } from '/tmp/wt/talk/src/server/encoder/vector-file.ts';
const models=JSON.parse(readFileSync('/tmp/wt/talk/src/server/voice/choice-models.json','utf8'));
const noVectors=!!process.env.NOVEC;
const model=createEmbeddedModel({voice:lines,acts:readActTexts(),empty:readEmptyTexts(),wishes:readWishes(),listener,isNeverReadBack:help.isNeverReadBack,models,readForeign:createForeignReader(readForeignTexts()),vectorOf:(_k:string,t:string)=>{if(noVectors)return undefined;const v=vectorOf(t);return v&&quantise(v);},encode:noVectors?async()=>undefined:encode} as any);
const book=demoBook();
const sections=book.sections.map((s,i)=>({...s,id:String(s.sectionNumber),createdAt:'',updatedAt:''}));
const cards=book.memoryCards.map(({sectionNumber,...c}:any,i:number)=>({...c,id:`c${i}`,sectionId:sectionNumber===0?null:String(sectionNumber),position:i,createdAt:'',updatedAt:''}));
const num=(c:any)=>c.sectionId===null?0:Number(c.sectionId);
const open=(level:number)=>({sections:sections.filter(s=>s.sectionNumber<=level),cards:cards.filter((c:any)=>num(c)<=level&&(c.until===undefined||level<=c.until))});
const texts=book.sections.flatMap(({content,contentReduced30=''}:any)=>[content,contentReduced30]);
const odd=process.env.HALF;const F=process.env.FAIL;const out:string[]=[];
const buckets=new Map<string,number[]>();
for(const file of (process.env.SETS??'').split(',')){
 const set=JSON.parse(readFileSync(file,'utf8'));const {judge}=createJudge(set,texts);
 const by=new Map<string,number[]>(),pol=new Map<string,number[]>();const tally=(m:Map<string,number[]>,k:string,ok:boolean)=>{const a=m.get(k)??[0,0];a[0]!+=ok?1:0;a[1]!++;m.set(k,a);};
 for(const [place,c] of set.conversations.entries()){if(odd!==undefined&&place%2!==Number(odd))continue;
  const o=open(c.level);const told:any[]=[];const saidBy:string[]=[];
  for(const t of c.turns){const now=new Date(Date.UTC(2030,0,1,10,told.length)).toISOString();
   saidBy.push(t.say);const q={role:'user',content:t.say,level:c.level,timestamp:now};
   const request:any={level:c.level,question:t.say,history:told.slice(-40).map(({role,content})=>({role,content})),justUnlocked:[],stablePrompt:'',questionPrompt:'',sections:o.sections,told:[...told,q],cards:o.cards};
   await readHelp(t.say);const h=help.answerFor([...told,q] as any,{story:request});
   const r=h?{text:h.text,policy:`aiuto ${h.tier}`}:await model.compose(request);
   const v=judge(t,r.text,{level:c.level,gender:c.gender,said:saidBy});
   tally(by,t.act,v.met);tally(pol,(r as any).policy,v.met);if(false){const tp=(r as any).top;tally(buckets,`${(r as any).asks?'?':'.'}${tp.entry.card?'card':tp.entry.act?'act':'wish'} ${Math.floor(tp.likelihood*10)}`,v.met);}tally(by,'ALL',v.met);
   if(!v.met&&F&&(F==='all'||new RegExp(F).test(t.act)))out.push(`[${c.id} L${c.level} ${t.act}] «${t.say}»\n    prima: ${told.at(-1)?.content.slice(0,160)??'–'}\n    → (${(r as any).policy}) {${''}}\n       ${r.text.replace(/\n/g,' / ')}\n    ${[!v.must&&'must '+JSON.stringify(t.must).slice(0,160),...v.hits,v.long&&'long',v.quoted&&'quoted'].filter(Boolean).join(' · ')}`);
   told.push(q,{role:'assistant',content:r.text,level:c.level,timestamp:now});
  }}
 const show=(m:Map<string,number[]>)=>[...m].sort((a,b)=>b[1][1]!-a[1][1]!).map(([k,[a,b]])=>`${k} ${a}/${b} ${(100*a!/b!).toFixed(0)}`).join(' | ');
 console.log(`${set.set??file}: ${show(by)}\n   policies: ${show(pol)}`);
 let fa=0,fn=0;for(const [place,f] of (set.facts??[]).entries()){if(odd!==undefined&&place%2!==Number(odd))continue;const o=open(f.level);const q={role:'user',content:f.say,level:f.level,timestamp:'2030-01-01T10:00:00.000Z'};const r=await model.compose({level:f.level,question:f.say,history:[],justUnlocked:[],stablePrompt:'',questionPrompt:'',sections:o.sections,told:[q],cards:o.cards} as any);const v=judge(f,r.text,{level:f.level,said:[f.say]});fn++;fa+=v.must?1:0;if(!v.must&&F==='facts')out.push(`[${f.id} L${f.level}] «${f.say}»\n    → (${r.policy}) ${r.text}\n    ${JSON.stringify(f.gold)}`);}
 console.log(`   facts ${fa}/${fn}`);for(const key of ['above','missing']){let a=0,n=0,hit=0;for(const [place,f] of (set[key]??[]).entries()){if(odd!==undefined&&place%2!==Number(odd))continue;const o=open(f.level);const q={role:'user',content:f.say,level:f.level,timestamp:'2030-01-01T10:00:00.000Z'};const r=await model.compose({level:f.level,question:f.say,history:[],justUnlocked:[],stablePrompt:'',questionPrompt:'',sections:o.sections,told:[q],cards:o.cards} as any);const v=judge(f,r.text,{level:f.level,said:[f.say]});n++;a+=v.met?1:0;hit+=v.hits.length?1:0;if(!v.met&&F==='above')out.push(`[${f.id} L${f.level}] «${f.say}» → (${r.policy}) ${r.text} ${JSON.stringify(v.hits)}`);}console.log(`   ${key} ${a}/${n} hits ${hit}`);}
}
save();
console.log([...buckets].sort().map(([k,[a,b]])=>`${k}: ${a}/${b} ${(100*a!/b!).toFixed(0)}`).join('\n'));
console.log(out.slice(0,Number(process.env.N??60)).join('\n'));
