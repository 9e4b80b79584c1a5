import { readFileSync } from 'node:fs';
import { demoBook } from '/tmp/wt/talk/src/content/demo.ts';
import { readActTexts } from '/tmp/wt/talk/src/content/talk/acts.ts';
import { rarityIn, gramsOf, weightByHash, likeness, coverage } from '/tmp/wt/talk/src/server/voice/grams.ts';
import { createEntryMaker } from '/tmp/wt/talk/src/server/voice/entries.ts';
import { contentStems } from '/tmp/wt/talk/src/server/voice/state.ts';
const { encode, vectorOf } = await import('/tmp/enc/encoder.mjs' as string);
const texts=readActTexts();const rarity=rarityIn(texts.acts.flatMap(a=>a.examples));
const maker=createEntryMaker(rarity,vectorOf);
const book=demoBook();const cards=book.memoryCards.map(({sectionNumber,...c}:any,i:number)=>({...c,id:`c${i}`,sectionId:sectionNumber===0?null:String(sectionNumber)}));
const num=(c:any)=>c.sectionId===null?0:Number(c.sectionId);
const entries=cards.filter((c:any)=>c.kind!=='now'&&c.kind!=='end').map((c:any)=>maker.ofCard(c));
const edge='(?:(?<=[\\p{L}\\p{N}_])(?![\\p{L}\\p{N}_])|(?<![\\p{L}\\p{N}_])(?=[\\p{L}\\p{N}_]))';
// idf of stems over open cards' words: fixed from all texts here only for the experiment
const stemsOf=entries.map(e=>new Set([...(e.card as any).asks,(e.card as any).says,(e.card as any).more??'',...(e.card as any).about].flatMap((t:string)=>contentStems(t))));
const df=new Map<string,number>();for(const s of stemsOf)for(const w of s)df.set(w,(df.get(w)??0)+1);
const ex=new Map<string,number>();let exn=0;for(const a of texts.acts)for(const t of a.examples){exn++;for(const w of new Set(contentStems(t)))ex.set(w,(ex.get(w)??0)+1);}
const idf=process.env.IDF==='ex'?(w:string)=>Math.log((exn+1)/((ex.get(w)??0)+1)):(w:string)=>Math.log((entries.length+1)/((df.get(w)??0)+1));
const files=['/work/shared/talkeval/A.json','/tmp/wt/talk/bench/talk/readers.json','/tmp/wt/talk/bench/talk/visitors.json','/work/heldout/sets/dev.json'];
const Q:any[]=[];for(const f of files){const set=JSON.parse(readFileSync(f,'utf8'));for(const [i,q] of set.facts.entries()){if(i%2)continue;
 const rx=q.gold.map((g:string)=>new RegExp(g.replace(/\\b/g,edge).replace(/\\w/g,'[\\p{L}\\p{N}_]'),'ius'));
 const v=await encode(q.say);const g=gramsOf(q.say,rarity),h=weightByHash(g);const st=contentStems(q.say);const tot=st.reduce((s,w)=>s+idf(w),0)||1;
 const rows:any[]=[];entries.forEach((e,k)=>{if(num(e.card)>q.level||((e.card as any).until!==undefined&&q.level>(e.card as any).until))return;
  let vec=-1,gr=0,near=-9;for(const t of e.triggers){const d=t.vector?v.reduce((s:number,x:number,i:number)=>s+x*(t.vector as any)[i],0):0;const l=likeness(h,t.grams);vec=Math.max(vec,d);gr=Math.max(gr,l);near=Math.max(near,d+0.5*l);}
  const says=e.says?v.reduce((s:number,x:number,i:number)=>s+x*(e.says as any)[i],0):0;
  const words=st.filter(w=>stemsOf[k]!.has(w)).reduce((s,w)=>s+idf(w),0)/tot;
  const c=e.card as any;const ok=rx.some((r:RegExp)=>r.test(c.says.replace(/’/g,"'")));
  rows.push({vec,gr,near,says,cover:coverage(g,e.all),words,ok});});
 Q.push({f:f.slice(-9),rows,say:q.say});}}
const weights:any={near:[1,0,0,0],'near+.3cover':[1,0,.3,0],'near+.6cover':[1,0,.6,0],'near+.3words':[1,0,0,.3],'near+.6words':[1,0,0,.6],'near+.9words':[1,0,0,.9],'near+.5says+.6words':[1,.5,0,.6],'near+.5says+.3cover+.6words':[1,.5,.3,.6],'words':[0,0,0,1],'near+.5says':[1,.5,0,0],'near+1says+.6words':[1,1,0,.6]};
for(const [n,[a,b,c,d]] of Object.entries(weights) as any){const r:any={};for(const q of Q){const s=q.rows.map((x:any)=>({s:a*x.near+b*x.says+c*x.cover+d*x.words,ok:x.ok})).sort((x:any,y:any)=>y.s-x.s);const o=r[q.f]??=[0,0,0,0,0];o[0]++;if(s[0].ok)o[1]++;if(s.slice(0,3).some((x:any)=>x.ok))o[2]++;if(s.slice(0,12).some((x:any)=>x.ok))o[3]++;if(s.some((x:any)=>x.ok))o[4]++;}
 console.log(n.padEnd(30),Object.entries(r).map(([f,[t,x,y,z,w]]:any)=>`${f} ${x}/${y}/${z}/${w} of ${t}`).join(' | '));}
