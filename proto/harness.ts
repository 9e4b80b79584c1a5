// fits and measures the choice of entries
import { readFileSync, writeFileSync } from 'node:fs';
import { demoBook } from '/tmp/wt/talk/src/content/demo.ts';
import { readActTexts } from '/tmp/wt/talk/src/content/talk/acts.ts';
import { parse } from 'yaml';
import { createEntryMaker, type Entry, type Card } from '/tmp/wt/talk/src/server/voice/entries.ts';
import { rarityIn, wordRarityIn } from '/tmp/wt/talk/src/server/voice/grams.ts';
import { search, featureNames, type Match } from '/tmp/wt/talk/src/server/voice/search.ts';
import { fitScale, likelihood, type Example } from '/tmp/wt/talk/src/server/voice/scale.ts';
import { readState, candidatesOf } from '/tmp/wt/talk/src/server/voice/state.ts';import { contentStems } from '/tmp/wt/talk/src/server/voice/words.ts';
const { vectorOf, encode, save } = await import('/tmp/enc/encoder.mjs' as string);
const P='/tmp/wt/talk/src/content/talk/';
const yaml=(f:string)=>parse(readFileSync(P+f,'utf8'));
const more=yaml('atti-esempi.yaml');const wishes=yaml('richieste.yaml');const asked=yaml('ascolto-forme.yaml').asked;
const texts=readActTexts();
const rarity=rarityIn(texts.acts.flatMap((a)=>[...a.examples,...(more[a.id]??[]).map(String)]));
const wordRarity=wordRarityIn(texts.acts.flatMap((a)=>[...a.examples,...(more[a.id]??[]).map(String)]).map(contentStems));
const maker=createEntryMaker(rarity,vectorOf);
const dropped=new Set(['cosa_sai_di_me','di_che_parlavamo','che_mi_hai_risposto']);
export const fixed:Entry[]=[
 ...texts.acts.filter(a=>a.says.length&&!dropped.has(a.id)).map(a=>maker.ofAct(a,(more[a.id]??[]).map(String))),
 ...Object.entries(wishes).map(([w,l])=>maker.ofWish(w,w==='ricordo_lettore'?[...(l as string[]),...Object.values(asked).flat().map(String)]:(l as string[]).map(String))),
];
for(const id of dropped){const a=texts.acts.find(x=>x.id===id)!;const w={cosa_sai_di_me:'ricordo_lettore',di_che_parlavamo:'ricordo_discorso',che_mi_hai_risposto:'ricordo_suo'}[id]!;const i=fixed.findIndex(e=>e.wish===w);const e=fixed[i]!;fixed[i]=maker.ofWish(w,[...e.triggers.map(t=>t.text),...a.examples,...(more[id]??[]).map(String)]);}
const book=demoBook();
const numberOf=(c:Card)=>c.sectionId===null?0:Number(c.sectionId);
export const allCards=book.memoryCards.map(({sectionNumber,...c},i)=>({...c,id:`c${i}`,sectionId:sectionNumber===0?null:String(sectionNumber),position:i,createdAt:'',updatedAt:''})) as unknown as Card[];
export const cardsAt=Array.from({length:13},(_,level)=>allCards.filter(c=>numberOf(c)<=level&&(c.until===undefined||level<=c.until)));
const answering=(c:Card)=>c.kind!=='now'&&c.kind!=='end';
export const entriesAt=cardsAt.map(cs=>[...fixed,...cs.filter(answering).map(c=>maker.ofCard(c))]);
const storyAt=cardsAt.map(cs=>cs.filter(answering).map(c=>maker.ofCard(c)));
let seed=Number(process.env.SEED??7);const rnd=()=>{seed=(Math.imul(seed,1103515245)+12345)&0x7fffffff;return seed/0x7fffffff;};
const pick=<T,>(a:readonly T[])=>a[Math.floor(rnd()*a.length)] as T;
export async function matchesFor(question:string,history:any[],level:number,skip?:string,entries=entriesAt[level]!,story=storyAt[level]!){
  const state=readState(question,history,story,cardsAt[level]!);
  const out:Match[]=[];
  for(const c of candidatesOf(question,state)){const vector=await encode(c.text);const isCtx=c.kind==='entity'||c.kind==='joined';
    out.push(...search({...c,vector},isCtx?story:entries,state,{rarity,wordRarity},skip));}
  return {state,matches:out};}
// every row of every candidate; the same entry found by several candidates keeps all rows
const best=(ms:Match[])=>ms;
function fitChoice(groups:Group[],epochs=250){
  const K=groups[0]!.rows[0]!.f.length;const all=groups.flatMap(g=>g.rows);const mu=new Array(K).fill(0),sd=new Array(K).fill(0);
  for(const r of all)r.f.forEach((x,k)=>mu[k]+=x/all.length);for(const r of all)r.f.forEach((x,k)=>sd[k]+=(x-mu[k])**2/all.length);for(let k=0;k<K;k++)sd[k]=Math.sqrt(sd[k])||1;
  const G=groups.map(g=>({w:g.w,X:g.rows.map(r=>Float64Array.from(r.f,(x,k)=>(x-mu[k])/sd[k])),y:g.rows.map(r=>r.y)}));
  let W=0;for(const g of G)W+=g.w;const w=new Float64Array(K+1),m=new Float64Array(K+1),v=new Float64Array(K+1);
  for(let ep=1;ep<=epochs;ep++){const gr=new Float64Array(K+1);
    for(const g of G){const z=g.X.map(x=>{let s=w[K]!;for(let k=0;k<K;k++)s+=w[k]!*x[k]!;return s;});const mx=Math.max(0,...z);let Z=Math.exp(-mx);const e=z.map(q=>Math.exp(q-mx));for(const q of e)Z+=q;
      // marginal likelihood of the right ones (any of them), or of nothing
      let S=0;for(let i=0;i<e.length;i++)S+=g.y[i]!*e[i]!;const none=Math.max(0.02,1-Math.max(0,...g.y));S+=none*Math.exp(-mx);
      for(let i=0;i<e.length;i++){const d=(e[i]!/Z-g.y[i]!*e[i]!/S)*g.w/W;const x=g.X[i]!;for(let k=0;k<K;k++)gr[k]!+=d*x[k]!;gr[K]!+=d;}}
    for(let k=0;k<=K;k++){if(k<K)gr[k]!+=1e-3*w[k]!;m[k]=.9*m[k]!+.1*gr[k]!;v[k]=.999*v[k]!+.001*gr[k]!**2;w[k]!-=0.05*(m[k]!/(1-.9**ep))/(Math.sqrt(v[k]!/(1-.999**ep))+1e-8);}}
  return {mu,sd,w:[...w]};}
function probs(model:any,ms:Match[]){const z=ms.map(m=>{let s=model.w[model.mu.length];for(let k=0;k<model.mu.length;k++)s+=model.w[k]*(m.features[k]!-model.mu[k])/model.sd[k];return s;});const mx=Math.max(0,...z);let Z=Math.exp(-mx);const e=z.map(q=>Math.exp(q-mx));for(const q of e)Z+=q;return {p:e.map(q=>q/Z),none:Math.exp(-mx)/Z};}
// --- leave one trigger out
interface Group{rows:{f:number[];y:number}[];w:number}
const groups:Group[]=[];
const N=Number(process.env.N??1200);
console.time('loto');
const fixedTr=fixed.flatMap(e=>e.triggers.map(t=>({e,t})));
const cardTr=allCards.filter(answering).flatMap(c=>{const e=maker.ofCard(c);return e.triggers.map(t=>({e,t}));});
function historyFor(level:number,card?:Card):any[]{ // an exchange before
  const r=rnd();if(r<0.25)return [];
  const cs=cardsAt[level]!.filter(answering);const same=card?cs.filter(c=>c!==card&&c.about.some(a=>card.about.includes(a))):[];
  const c=same.length&&r<0.6?pick(same):pick(cs);if(!c||!c.asks.length)return [];
  return [{role:'user',content:pick(c.asks)},{role:'assistant',content:c.says}];}
const strip=(ask:string,card:Card)=>{let s=ask;for(const a of card.about){for(const w of a.split(/\s+/))if(w.length>3)s=s.replace(new RegExp(`(?<!\\p{L})(il |lo |la |l['’]|i |gli |le |di |del |della |dell['’]|a |al |alla )?${w}(?!\\p{L})`,'iu'),'');}return s.replace(/\s+/g,' ').replace(/ \?/,'?').trim();};
for(let n=0;n<N;n++){
  const useCard=rnd()<0.6;const {e,t}=useCard?pick(cardTr):pick(fixedTr);
  const own=e.card?numberOf(e.card):0;const locked=e.card&&own>0&&rnd()<0.25;
  let level=locked?Math.floor(rnd()*own):own+Math.floor(rnd()*(13-own));if(e.card?.until!==undefined)level=Math.min(level,e.card.until);if(level<0)level=0;
  let text=t.text;let history=historyFor(level,e.card);
  if(e.card&&!locked&&rnd()<0.3){const cs=cardsAt[level]!.filter(c=>answering(c)&&c!==e.card&&c.asks.length&&c.about[0]===e.card!.about[0]);const st=strip(text,e.card);if(cs.length&&st!==text&&st.length>4){const c=pick(cs);text=(rnd()<0.4&&!/^e /i.test(st)?'e ':'')+st;history=[{role:'user',content:pick(c.asks)},{role:'assistant',content:c.says}];}}
  const {matches}=await matchesFor(text,history,level,t.text);
  groups.push({rows:best(matches).map(m=>({f:m.features,y:m.entry===e?1:0})),w:1});
}
console.timeEnd('loto');save();
// --- conversations
const edge='(?:(?<=[\\p{L}\\p{N}_])(?![\\p{L}\\p{N}_])|(?<![\\p{L}\\p{N}_])(?=[\\p{L}\\p{N}_]))';
const cache=new Map<string,RegExp>();const rx=(set:any,s:string)=>{const b=s.startsWith('@')?set.macros[s.slice(1)]:s;let r=cache.get(b);if(!r)cache.set(b,r=new RegExp(b.replace(/\\b/g,edge).replace(/\\w/g,'[\\p{L}\\p{N}_]'),'ius'));return r;};
const plain=(t:string)=>t.normalize('NFC').replace(/[‘’ʼ′]/g,"'");
export const meets=(set:any,line:string,t:any)=>{const l=plain(line);const m=t.must??t.gold??[];return (m.length===0||m.some((x:string)=>rx(set,x).test(l)))&&!(t.mustNot??[]).some((x:string)=>rx(set,x).test(l));};
export const linesOf=(e:Entry)=>e.card?[e.card.says]:e.act?e.act.says.slice(0,30):[];
export const share=(set:any,e:Entry,t:any)=>{if(e.wish)return /^ricordo/.test(e.wish)?(/^memory/.test(t.act)?1:0):e.wish==='correzione'?(t.act==='misunderstanding'?1:0):e.wish==='avanti'?(t.act==='followup'?0.5:0):0.3*(t.must?.length?0:1);const ls=linesOf(e);return ls.filter(l=>meets(set,l,t)).length/Math.max(1,ls.length);};
const sets=['/work/shared/talkeval/A.json','/tmp/wt/talk/bench/talk/readers.json','/tmp/wt/talk/bench/talk/visitors.json','/work/heldout/sets/dev.json'].map(f=>JSON.parse(readFileSync(f,'utf8')));
interface T {set:any;t:any;level:number;place:number;matches:Match[]}
const turns:T[]=[];
console.time('sets');
for(const set of sets){for(const [place,c] of set.conversations.entries()){const history:any[]=[];for(const t of c.turns){
  const {matches}=await matchesFor(t.say,history,c.level);turns.push({set,t,level:c.level,place,matches});
  // what was said: the best entry that meets, else the nearest
  const list=[...matches].sort((a,b)=>b.near[0]-a.near[0]);const good=list.find(m=>share(set,m.entry,t)===1)??list[0];
  history.push({role:'user',content:t.say},{role:'assistant',content:good?linesOf(good.entry).find(l=>meets(set,l,t))??linesOf(good.entry)[0]??'Sì.':'Sì.'});}}}
const facts:T[]=[];for(const set of sets)for(const [place,t] of (set.facts??[]).entries()){const {matches}=await matchesFor(t.say,[],t.level);facts.push({set,t,level:t.level,place,matches});}
const above:T[]=[];for(const set of sets)for(const [place,t] of (set.above??[]).entries()){const {matches}=await matchesFor(t.say,[],t.level);above.push({set,t,level:t.level,place,matches});}
console.timeEnd('sets');save();
const even=turns.filter(t=>t.place%2===0),odd=turns.filter(t=>t.place%2);
const conv:Group[]=[];
for(const {set,t,matches} of [...even,...facts.filter(f=>f.place%2===0)]){if(!(t.must??t.gold)?.length)continue;conv.push({rows:best(matches).map(m=>({f:m.features,y:share(set,m.entry,t)})),w:3});}
for(const {matches} of above.filter(f=>f.place%2===0))conv.push({rows:best(matches).map(m=>({f:m.features,y:m.entry.card?0:0.1})),w:3});
type C={entry:Entry;p:number};
function choose(ms:Match[],model:any):C[]{const {p}=probs(model,ms);const by=new Map<Entry,number>();ms.forEach((m,i)=>by.set(m.entry,(by.get(m.entry)??0)+p[i]!));return [...by].map(([entry,p])=>({entry,p})).sort((a,b)=>b.p-a.p);}
const report=(name:string,L:T[],model:any)=>{let a=0,b=0;for(const {set,t,matches} of L){const m=choose(matches,model).slice(0,3).map(x=>share(set,x.entry,t));a+=m[0]??0;b+=Math.max(0,...m);}return `${name} ${(100*a/L.length).toFixed(1)}/${(100*b/L.length).toFixed(1)}`;};
const all=(model:any)=>[report('even',even,model),report('odd',odd,model),report('facts even',facts.filter(f=>f.place%2===0),model),report('facts odd',facts.filter(f=>f.place%2),model)].join(' | ');
for(const [name,R] of [['loto',groups],['loto+conv',[...groups,...conv]],['conv',conv]] as const){const model=fitChoice(R);
  console.log(name.padEnd(11),all(model));
  const bins=Array.from({length:10},()=>[0,0] as [number,number]);for(const {set,t,matches} of odd){const c=choose(matches,model)[0]!;const b=bins[Math.min(9,Math.floor(c.p*10))]!;b[0]++;b[1]+=share(set,c.entry,t);}
  console.log('   calib odd',bins.map(([n,y])=>n?`${n}:${(100*y/n).toFixed(0)}`:'-').join(' '));
  const ab=above.filter(f=>f.place%2).map(f=>choose(f.matches,model).find(c=>c.entry.card)?.p??0).sort((a,b)=>a-b);console.log('   above card p quartiles',[0.25,0.5,0.75,0.9].map(q=>ab[Math.floor(q*ab.length)]?.toFixed(2)).join(' '));
  const fp=facts.filter(f=>f.place%2).map(f=>{const c=choose(f.matches,model)[0]!;return {p:c.p,y:share(f.set,c.entry,f.t)};});for(const th of [0.1,0.2,0.3,0.4,0.5])console.log(`   facts odd p>=${th}: ${fp.filter(x=>x.p>=th).length}/${fp.length} right ${fp.filter(x=>x.p>=th&&x.y===1).length}`);
  console.log(featureNames.map((n,k)=>`${n} ${model.w[k]!.toFixed(2)}`).join(', '));
  if(name==='loto+conv')writeFileSync('/tmp/enc/scale.json',JSON.stringify(model));
}
