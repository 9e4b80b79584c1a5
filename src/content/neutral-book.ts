import type { BookContent } from '#shared/contracts/book.ts';

export const neutralBook: BookContent = {
  book: {
    title: 'Un libro',
    subtitle: '',
    author: '',
    genre: '',
    description: 'Il sito di un libro: i suoi luoghi, i suoi estratti, e in chat chi lo racconta.',
  },
  landing: {
    hero: { line: '', tagline: '', buttonBuy: 'Il libro', buttonChat: 'Vai in chat', voice: '', loop: [] },
    line: { name: '', from: '', to: '', kilometres: 0 },
    purchase: { title: 'Il libro', text: '', button: 'Acquista', address: '#acquista', note: '' },
    synopsis: [],
    spread: { sentence: '', source: '', page: 0 },
    excerptsTitle: 'Estratti',
    excerpts: [],
    audiobook: { title: '', section: 0, text: '', audio: '', transcript: '', plate: [], seconds: 0 },
    world: { title: 'Il mondo del libro', text: '', button: 'Apri la galleria' },
    immersive: {
      title: 'Una conversazione che si ferma dove ti sei fermato tu',
      text: 'Più leggi, più ricorda.',
      clips: [],
    },
    howItWorks: {
      title: 'Come funziona',
      steps: [
        { title: 'Leggi', text: 'Se leggendo trovi un codice, tienilo da parte.' },
        {
          title: 'Sblocca',
          text: 'In chat premi [AUTH] e scrivi il codice. La memoria del personaggio arriva fino a quella sezione e si ferma lì.',
        },
        {
          title: 'Chiedi',
          text: 'Fai domande su ciò che hai letto. Di quello che viene dopo non sa niente, quindi non può rovinartelo.',
        },
      ],
    },
    soundtrack: {
      title: 'Colonna sonora',
      text: 'Nel libro ci sono parole che aprono una traccia. Scrivine una.',
      placeholder: 'Parola o codice del libro',
      button: 'Ascolta',
    },
    features: [],
    finalCta: { title: 'La chat è aperta', text: '', button: 'Entra in chat' },
    footer: {
      text: '',
      buttonBuy: 'Il libro',
      colophon: [],
      note: 'Le risposte in chat sono generate da un programma e possono contenere errori.',
    },
    privacy: [
      {
        title: 'Un solo cookie, tecnico',
        text: 'Nasce la prima volta che il sito deve ricordare qualcosa di te: un messaggio in chat, un codice. Contiene un numero a caso che non dice chi sei e serve a ritrovare la tua conversazione e il punto a cui sei arrivato. Se prosegui su un altro dispositivo, di ciascuno teniamo il nome del browser e i giorni in cui l’hai usato la prima e l’ultima volta. Niente statistiche, niente pubblicità, niente cookie di altri.',
      },
      {
        title: 'Che cosa resta sul server',
        text: 'Il punto fino al quale hai sbloccato la storia e i messaggi che scambi in chat. Nessun nome e nessun indirizzo: non te li chiediamo. Se è collegato un servizio di intelligenza artificiale, i tuoi messaggi e i brani che hai sbloccato gli vengono inviati per comporre la risposta, anche i messaggi in cui racconti che stai male; altrimenti risponde un programma su questo stesso server.',
      },
      {
        title: 'Quello che racconti di te in chat',
        text: 'Se dici come ti chiami o che domani hai un esame, il personaggio può ricordarsene e tornarci sopra. Lo rilegge ogni volta nei tuoi messaggi: resta nella conversazione, sul server e nelle sue copie di sicurezza, e va al servizio di intelligenza artificiale, se c’è, soltanto insieme ai messaggi con cui gli si chiede la risposta per te. Nessun altro lettore ne sa niente. In chat, sotto [MENU], [TACCUINO] mostra che cosa ricorda e te ne fa cancellare una cosa per volta; anche scrivendo /taccuino.',
      },
      {
        title: 'Che cosa resta nel tuo browser',
        text: 'A che punto sei di una registrazione, a che velocità la ascolti, quali tracce della colonna sonora hai aperto, e se da qui hai già parlato in chat. Si cancella con il pulsante qui sotto. Quello che stavi scrivendo resta nella scheda finché non la chiudi.',
      },
      {
        title: 'Il lettore musicale',
        text: 'È di Spotify e si carica soltanto quando apri una traccia: da quel momento valgono le regole di Spotify. Il resto della pagina non chiede niente a nessun altro sito.',
      },
      {
        title: 'Avere o cancellare i tuoi dati',
        text: 'In chat, sotto [MENU], [SCARICA] ti dà la conversazione in un file di testo, [CANCELLA] la toglie per sempre dal server e [DIMENTICAMI] toglie anche il livello: di te non resta niente; anche scrivendo /scarica, /cancella e /dimenticami. Le copie di sicurezza del server fatte prima possono contenerla ancora per qualche settimana, finché scadono; se se ne rimette una, ciò che avevi cancellato viene tolto di nuovo. Se cancelli il cookie, nessuno potrà più collegare quei messaggi a te, nemmeno noi.',
        link: { to: '/chat', label: 'Vai in chat' },
      },
    ],
  },
  character: {
    name: 'La voce del libro',
    line: '',
    greeting:
      'Ti posso parlare soltanto di quello che hai letto fin qui. Quando trovi un codice nel libro premi [AUTH] e scrivilo: da quel momento ricordo di più.',
    chatDescription:
      'Parla con chi racconta il libro: ricorda soltanto quello che hai già letto tu. Risponde un’intelligenza artificiale.',
    persona: '',
    levelZero: [
      { topic: 'dove sei', text: 'All’inizio di tutto. Per sapere dove, devi leggere almeno una riga.' },
      { topic: 'che cosa fai', text: 'Per ora aspetto che tu cominci.' },
      {
        topic: 'che cosa succede',
        text: 'Ancora niente. Leggi qualche pagina e succede qualcosa anche a me.',
      },
      { topic: 'con chi sei', text: 'Per ora con te. Gli altri arrivano leggendo.' },
      { topic: 'sei una macchina', text: 'Le parole te le manda un programma, e non te lo nascondo.' },
      {
        topic: 'come si sblocca',
        text: 'I codici si trovano leggendo. In alto c’è [AUTH]: lo premi, scrivi, [VALIDATE]. Io da quel momento ricordo di più.',
      },
      { topic: 'saluto', text: 'Ciao. Più all’inizio di così non si può: fammi fare un passo.' },
    ],
    deflections: [
      'Non ci sono ancora arrivato. Se tu sì, dammi il codice e ci arrivo anch’io.',
      'Di quello non so niente, per ora.',
      'Mi fai una domanda da dopo, e io sto prima. Leggi qualche pagina e rifammela.',
      'Io non c’ero. E quello che non ho visto non lo racconto.',
      'Questa non la so. Chiedimi di quello che hai già letto.',
    ],
    nameDeflections: [
      'Quel nome non mi dice niente, per ora. Va’ avanti a leggere.',
      'Non conosco nessuno che si chiami così, per ora.',
      'Io non c’ero. Quel nome a me non l’ha detto nessuno.',
      'Su quel nome non ho niente, per ora: né sì né no.',
    ],
    unlocked: ['Adesso mi ricordo fino alla {n}.', 'Ecco, mi torna in mente tutto fino alla {n}.'],
    everyday: {},
    life: {},
    voice: {
      nothingAfter: ['Dopo non so ancora niente. Se hai letto oltre dammi il codice, e vado avanti anch’io.'],
      brokenOff: ['Mi sono interrotto a metà. Richiedimelo.'],
      noticing: ['Adesso mi ricordo fino alla {n}.'],
      recap: {
        before: ['Fin dove arrivo, è andata così.'],
        after: ['Fin qui. Il resto quando l’hai letto.'],
        empty: 'Non è ancora successo niente. Leggi qualche pagina, dammi un codice, e comincio a ricordare.',
      },
      suggestions: {
        first: ['Chi sei?', 'Dove ti trovi?', 'Come si sblocca il resto?'],
        latest: ['Raccontami qualcosa', 'E poi?', 'Leggimi un pezzo'],
      },
      unsure: [
        'Questo non lo so.',
        'Non saprei. Prova a chiedermelo da un altro lato.',
        'Non lo ricordo così.',
      ],
      anything: ['Ti ascolto.', 'Dimmi di più.', 'E poi?'],
      echoes: [
        '{Parole}. Racconta dall’inizio.',
        'E {parole}, in tutto questo?',
        'Ti ascolto. E tu, come stai?',
        'Ci sono. Vuoi raccontarmi il resto?',
        'Questa la tengo a mente. C’è dell’altro?',
        'Buono a sapersi. E da me, che cosa vorresti?',
        'Non lo sapevo. Com’è?',
        'Ti seguo. Qual è la parte che conta?',
        'Grazie che me lo dici. Che cosa viene dopo?',
        'Capito. E tu che cosa ne pensi?',
      ],
      doubtful: ['Non so se è questo che chiedi.', 'Non so se ho capito bene.'],
      ofHimself: [
        'Non lo so dire bene. Certe cose le sento tardi. E tu?',
        'Finora non ci ho fatto caso. A te è successo?',
        'Non te lo so giurare. Mi conosco a pezzi.',
        'Non saprei. Di fuori non si vede, di dentro qualche volta sì.',
      ],
      supposing: [
        'Non è andata così, e come sarebbe andata non lo so.',
        'Non l’ho provato: posso solo immaginarlo.',
      ],
      quietEchoes: [
        'Mi dispiace. E {parole}, intanto?',
        'Mi dispiace. Da quanto va così?',
        'Pesa, si sente. Chi hai vicino, adesso?',
      ],
      gladEchoes: ['Che bello. E chi l’ha saputo per primo?'],
      advice: [
        'Di te sai più tu. Io prima mi fermo, e poi decido.',
        'Comincia dal pezzo più vicino. Il resto, da lì, si vede meglio.',
        'Prima chiedilo a chi c’era. Poi fai di testa tua.',
      ],
      opinions: [
        'Dipende da chi guarda. Tu come la vedi?',
        'Ci ho pensato anch’io, e non ho deciso. Tu da che parte stai?',
      ],
      quoteLeads: ['Te lo leggo.', 'Sta scritto così.'],
      quoteUnsure: ['Non so risponderti dritto, ma ricordo questo.'],
      again: ['Te l’ho già detto, e te lo ridico.'],
      nothingToAdd: ['Altro non ho, su questo.'],
      plainly: ['In poche parole: {x}'],
      nothingToRead: ['Da leggere non ho ancora niente.'],
    },
  },
  encyclopedia: false,
};
