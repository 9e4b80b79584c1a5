import { z } from 'zod';
import file from './lingue.yaml';

const lines = z.array(z.string().min(1)).min(1);
const language = z.strictObject({
  parole: z.string(),
  saluta: lines,
  congeda: lines,
  ringrazia: lines,
  frasi: z.record(z.string(), lines),
  glosse: z.record(z.string(), z.string()),
  prima: lines,
  saluto: lines,
  congedo: lines,
  grazie: lines,
  avviso: lines,
  capito: lines,
  ignoto: lines,
});

export function readForeignTexts() {
  const languages = z.record(z.string(), language).parse(file);
  return Object.values(languages).map(({ parole, saluta, congeda, ringrazia, frasi, glosse, ...said }) => ({
    parole,
    saluta,
    congeda,
    ringrazia,
    frasi,
    glosse,
    lines: said,
  }));
}
