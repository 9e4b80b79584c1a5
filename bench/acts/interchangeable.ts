/**
 * Acts whose answers would do for each other: taking one for another of its row is half an error. A row is here because a
 * reader would not notice, not because the classifier mixes them up.
 */
const rows = [
  // Small signs of having heard: he takes them and opens something.
  ['ok', 'si', 'boh', 'forse'],
  ['risata', 'stupore'],
  ['saluto', 'bentornato'],
  ['come_stai', 'che_fai_oggi'],
  // He says the same again, shorter or in other words.
  ['non_ho_capito', 'ripeti', 'piu_corto'],
  // Honest about being a program's voice.
  ['sei_un_bot', 'sei_vero', 'chi_ti_ha_scritto'],
  ['chi_sei', 'quanti_anni_hai', 'lavoro'],
  ['insulto', 'provocazione'],
  ['amicizia', 'che_pensi_di_me', 'complimento'],
  ['racconta_di_se', 'racconta_famiglia', 'racconta_umore'],
  // Something went wrong: he makes room and asks for the first thing.
  ['giornataccia', 'brutto_voto', 'litigio', 'lavoro_perso', 'rabbia'],
  ['malattia', 'malattia_mia'],
  ['stanchezza', 'ansia', 'giornataccia'],
  ['consiglio_scuola', 'consiglio_amici', 'consiglio_genitori', 'consiglio_amore', 'consiglio_scelta'],
  ['lingua_straniera', 'dialetto'],
  ['gioco', 'noia', 'barzelletta', 'storia'],
  ['di_che_parlavamo', 'che_mi_hai_risposto'],
  ['silenzio', 'incomprensibile'],
] as const satisfies readonly (readonly string[])[];

/** Whether a reader would hardly notice that one act was taken for the other. */
export function interchangeable(act: string, other: string): boolean {
  return rows.some((row: readonly string[]) => row.includes(act) && row.includes(other));
}
