/** Questions about the demonstration book, each with the section that answers it. */
export const aboutTheDemoBook = [
  ['Perché il mercato si tiene con la luna nuova?', 1],
  ['Come prova i relè zia Maaret?', 1],
  ['Che cosa hai trovato nella ruota fonica del bisonte?', 2],
  ['Quanti secondi ci ha messo il branco a scegliere un altro capo?', 2],
  ['Come hai riacceso l’orso?', 3],
  ['Perché si chiama Ferro?', 3],
  ['Quali sono le regole di Irja?', 4],
  ['Che cosa è successo sul viadotto di Ruokto?', 5],
  ['Chi rubava le celle al campo solare?', 6],
  ['Che cosa teneva Tuomas nel pozzo sotto lo specchio 44?', 6],
  ['Che cosa diceva il bastone di Aslak?', 7],
  ['Quali coordinate hai trovato a 181 chilohertz?', 8],
  ['Come si è ferita Irja alla gamba nella bufera?', 9],
  ['Che cosa c’era scritto nella memoria di Ferro?', 10],
  ['Chi è Ilse-4?', 11],
  ['Che messaggio hai mandato alla radio?', 12],
] as const;
