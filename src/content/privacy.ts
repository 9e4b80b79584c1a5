/** The notice on the landing page: what the site keeps of a reader, where, and how to be rid of it. */
export const privacy = [
  {
    title: 'Un solo cookie, tecnico',
    text: 'Nasce la prima volta che il sito deve ricordare qualcosa di te: un messaggio in chat, un codice. Contiene un numero a caso che non dice chi sei e serve a ritrovare la tua conversazione e il punto a cui sei arrivato. Niente statistiche, niente pubblicità, niente cookie di altri.',
  },
  {
    title: 'Che cosa resta sul server',
    text: 'Il punto fino al quale hai sbloccato la storia e i messaggi che scambi con Nilak. Nessun nome e nessun indirizzo: non te li chiediamo. Se l’autrice ha collegato un servizio di intelligenza artificiale, i tuoi messaggi e i brani che hai sbloccato gli vengono inviati per comporre la risposta; altrimenti risponde un programma su questo stesso server.',
  },
  {
    title: 'Quello che racconti di te a Nilak',
    text: 'Se gli dici come ti chiami o che domani hai un esame, può ricordarsene e tornarci sopra. Lo rilegge ogni volta nei tuoi messaggi: resta nella conversazione, sul server dell’autrice e nelle sue copie di sicurezza, e va al servizio di intelligenza artificiale, se c’è, soltanto insieme ai messaggi con cui gli si chiede la risposta per te. Nessun altro lettore ne sa niente. In chat, sotto [MENU], [TACCUINO] mostra che cosa ricorda e te ne fa cancellare una cosa per volta; anche scrivendo /taccuino.',
  },
  {
    title: 'Che cosa resta nel tuo browser',
    text: 'A che punto sei dell’audiolibro, a che velocità lo ascolti, quali tracce della colonna sonora hai aperto, e se da qui hai già parlato con Nilak. Si cancella con il pulsante qui sotto.',
  },
  {
    title: 'Il lettore musicale',
    text: 'È di Spotify e si carica soltanto quando apri una traccia: da quel momento valgono le regole di Spotify. Il resto della pagina non chiede niente a nessun altro sito.',
  },
  {
    title: 'Avere o cancellare i tuoi dati',
    text: 'In chat, sotto [MENU], [SCARICA] ti dà la conversazione in un file di testo e [CANCELLA] la toglie per sempre dal server; anche scrivendo /scarica e /cancella. Una copia di sicurezza fatta prima dall’autrice può contenerla ancora; quelle fatte dopo no. Se cancelli il cookie, nessuno potrà più collegare quei messaggi a te, nemmeno noi.',
    link: { to: '/chat', label: 'Vai in chat' },
  },
];
