/** Somebody and something of no book in particular, to fill the templates and the places of blanked names with. */
const people = [
  'anselmo',
  'la vecchia',
  'tuo zio',
  'marta',
  'il capitano',
  'quel ragazzo',
  'elena',
  'il guardiano',
];
const things = [
  'la chiave',
  'il ponte',
  'la torre',
  'la lettera',
  'il lago',
  'la barca',
  'il medaglione',
  'la porta',
];

const templates = `
chi è {p}?
chi era {p}?
dimmi di {p}
parlami di {p}
che tipo è {p}?
com’è {p}?
che cosa vuole {p}?
che lavoro fa {p}?
quanti anni ha {p}?
dove abita {p}?
dov’è finito {p}?
perché {p} è andato via?
perché {p} non ha detto niente?
che cosa ha fatto {p}?
che ti ha detto {p}?
cosa ti ha risposto {p}?
ti fidi di {p}?
ti piace {p}?
vuoi bene a {p}?
hai paura di {p}?
come hai conosciuto {p}?
quando hai visto {p}?
che cosa pensi di {p}?
{p} sapeva la verità?
{p} ha mentito?
è stato {p}?
chi ha preso {t}?
chi ti ha dato {t}?
dove hai trovato {t}?
dov’era {t}?
che cos’è {t}?
com’era fatto {t}?
a che serve {t}?
come funziona {t}?
quanto è grande {t}?
di che colore era {t}?
che cosa c’era dietro {t}?
che c’è scritto su {t}?
perché hai nascosto {t}?
che fine ha fatto {t}?
chi ha rotto {t}?
come siete arrivati a {t}?
quanto ci avete messo ad arrivare?
quanti eravate?
a che ora siete partiti?
chi c’era con te?
che cosa hai visto quel giorno?
che cosa è successo quella notte?
che cosa hai provato quando l’hai visto?
avevi paura?
eri solo?
perché l’hai fatto?
che cosa avresti fatto senza di lui?
e tua madre che ha detto?
e se non fossi andato?
che rumore faceva?
che odore aveva?
cosa avete mangiato quella sera?
dove avete dormito?
come vi siete salvati?
chi vi ha aiutato?
che cosa volevano da voi?
quanti erano?
che cosa le hai promesso?
che cosa aveva in mano?
come si chiama quel posto?
come si chiama il suo cane?
è lontano?
è pericoloso?
ci si può vivere?
chi comanda lì?
`;

/** Questions about a story that readers ask of any book. */
export function generalQuestions(): string[] {
  return templates
    .trim()
    .split('\n')
    .flatMap((template, at) => [at, at + 3].map((n) => fill(template, n)))
    .filter((question, at, all) => all.indexOf(question) === at);
}

const fill = (template: string, n: number) =>
  template.replace('{p}', people[n % people.length] ?? '').replace('{t}', things[n % things.length] ?? '');
