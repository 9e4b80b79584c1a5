import { readFileSync } from 'node:fs';
import { topicOf } from '/tmp/wt/talk/src/server/voice/topic.ts';
for(const f of ['/work/shared/talkeval/A.json','/tmp/wt/talk/bench/talk/readers.json','/tmp/wt/talk/bench/talk/visitors.json','/work/heldout/sets/dev.json']){const s=JSON.parse(readFileSync(f,'utf8'));s.conversations.forEach((c:any,p:number)=>{if(f.endsWith('dev.json')&&p%2)return;for(const t of c.turns)if(/told|bad|good|smalltalk|followup/.test(t.act)&&!t.say.includes('?'))console.log(`${topicOf(t.say)??'–'}   ←  ${t.say}`)});}
