import { mediaFolder, picture } from './pictures.ts';

export const landing = {
  hero: {
    line: 'Un quarto di secolo dopo il Big One, l’Artico si ripara a mano.',
    tagline: 'In chat c’è chi lo racconta, e sa soltanto quello che hai letto tu.',
    buttonBuy: 'Acquista',
    buttonChat: 'Parla con Nilak',
    voice: 'Ti sento, anche se gratta un po’. Intanto chiedi. Il mio turno è lungo.',
    still: picture({
      src: `${mediaFolder}/cover/hero.webp`,
      width: 1920,
      height: 1080,
      alt: 'Sotto un’aurora verde, al tramonto, un lungo treno merci bianco e arancio attraversa la neve su una via sopraelevata; pale eoliche e montagne all’orizzonte.',
      variants: [
        // 432 × 400 of 640 × 400, for phones.
        {
          type: 'image/avif',
          media: '(max-width: 430px)',
          srcSet: [1, 2, 3]
            .map((density) => `${mediaFolder}/cover/hero-telefono-${432 * density}.avif ${density}x`)
            .join(', '),
        },
        {
          type: 'image/avif',
          media: '(max-width: 640px)',
          srcSet: [640, 1024, 1280]
            .map((width) => `${mediaFolder}/cover/hero-stretto-${width}.avif ${width}w`)
            .join(', '),
        },
        { media: '(max-width: 640px)', srcSet: `${mediaFolder}/cover/hero-stretto-1024.webp 1024w` },
        {
          type: 'image/avif',
          srcSet: [960, 1440, 1920, 2400]
            .map((width) => `${mediaFolder}/cover/hero-${width}.avif ${width}w`)
            .join(', '),
        },
        {
          srcSet: `${mediaFolder}/cover/hero-960.webp 960w, ${mediaFolder}/cover/hero.webp 1920w, ${mediaFolder}/cover/hero-2400.webp 2400w`,
        },
      ],
    }),
    /**
     * Background videos of the hero: the first whose media query and type match. None for windows wider than 1,600
     * pixels, where the video would be blurrier than the still image.
     */
    loop: [
      { src: `${mediaFolder}/cover/hero.webm`, type: 'video/webm', media: '(641px <= width <= 1920px)' },
      { src: `${mediaFolder}/cover/hero.mp4`, type: 'video/mp4', media: '(641px <= width <= 1920px)' },
      { src: `${mediaFolder}/cover/hero-stretto.webm`, type: 'video/webm', media: '(width <= 640px)' },
      { src: `${mediaFolder}/cover/hero-stretto.mp4`, type: 'video/mp4', media: '(width <= 640px)' },
    ],
  },
  line: { name: 'Linea Alta', from: 'Narvik', to: 'Porto Nord', kilometres: 1140 },
  purchase: {
    title: 'Il libro',
    text: 'Dodici sezioni, da leggere in ordine. In carta riciclata, cucita, con la cartina della Linea Alta nei risvolti; oppure in digitale, senza lucchetti. In entrambe le edizioni ci sono i codici per la chat.',
    button: 'Acquista',
    /** Shop address; `#acquista` links to the page's own section. */
    address: '#acquista',
    note: '',
  },
  synopsis: [
    'Inverno 2003. Nel marzo del 1978 una tempesta solare spense in quattro giorni ogni macchina pensante, e sulla costa artica ci si è rimessi in piedi con relè, valvole e quadranti a lancetta. A ogni luna nuova, sul ghiaccio di Qaanik, c’è mercato. Nilak ha diciassette anni; ci porta relè cavati dagli armadi morti della Linea Alta e riparte, quando va bene, con un po’ di stagno. Poi, in un giorno di Linea chiusa, una radio buona per i pezzi batte la cadenza di un convoglio che in tabella non c’è.',
    'La mattina dopo un branco di bisonti meccanici perde il capo e se ne dà un altro in quarantuno secondi. Sotto la neve che il branco ha scansato dorme un orso da guardia, fermo dal 1999. Nilak lo riaccende, e l’orso, che dovrebbe tornarsene al suo posto, gli viene dietro. Quando l’Ironwind si posa a Qaanik senza tecnico, Irja Halvorsen prende a bordo il ragazzo, e di malavoglia anche l’orso. Le regole sono cinque. La quinta gliela fa ripetere tre volte.',
  ],
  spread: {
    sentence: 'Al secondo boccone qualcosa respirò.',
    source: 'Sezione 3, Ferro',
    page: 42,
  },
  /** `image`: 640 × 360, greyscale; the page prints it in two inks. */
  excerptsTitle: 'Quattro estratti, captati in onde corte',
  excerpts: [
    {
      title: 'Bisonti Meccanici',
      section: 2,
      teaser:
        'Un capobranco da una tonnellata mette male una zampa, e gli altri ventisette restano con la loro a mezz’aria.',
      audio: `${mediaFolder}/audio/estratto-bisonti-meccanici.mp3`,
      transcript: `${mediaFolder}/audio/estratto-bisonti-meccanici.txt`,
      seconds: 75,
      voice: 'Voce sintetica',
      image: `${mediaFolder}/gallery/02-bisonti-all-alba-lastra.webp`,
    },
    {
      title: 'Il Mercato',
      section: 1,
      teaser:
        'Trentuno relè, mezzo chilo di stagno da trattare e una radio che non dovrebbe sentire nessuno.',
      audio: `${mediaFolder}/audio/estratto-il-mercato.mp3`,
      transcript: `${mediaFolder}/audio/estratto-il-mercato.txt`,
      seconds: 65,
      voice: 'Voce sintetica',
      image: `${mediaFolder}/gallery/01-il-mercato-di-qaanik-lastra.webp`,
    },
    {
      title: 'Ferro',
      section: 3,
      teaser: 'Il tondino scende un metro e dieci nella neve e fa ton.',
      audio: `${mediaFolder}/audio/estratto-ferro.mp3`,
      transcript: `${mediaFolder}/audio/estratto-ferro.txt`,
      seconds: 68,
      voice: 'Voce sintetica',
      image: `${mediaFolder}/gallery/03-ferro-lastra.webp`,
    },
    {
      title: 'Il Kivgiq',
      section: 7,
      teaser:
        'Quattro giorni di tamburi in un capannone per navi, e fuori un orso che fa da scivolo ai bambini.',
      audio: `${mediaFolder}/audio/estratto-il-kivgiq.mp3`,
      transcript: `${mediaFolder}/audio/estratto-il-kivgiq.txt`,
      seconds: 57,
      voice: 'Voce sintetica',
      image: `${mediaFolder}/gallery/06-la-sala-lunga-del-kivgiq-lastra.webp`,
    },
  ],
  audiobook: {
    title: 'Capitolo 1: Il Mercato',
    /** Read aloud in full, so its content is public. */
    section: 1,
    text: 'La prima sezione intera, letta da una voce sintetica. Fuori tira un po’ di vento.',
    audio: `${mediaFolder}/audio/capitolo-1-il-mercato.mp3`,
    transcript: `${mediaFolder}/audio/capitolo-1-il-mercato.txt`,
    plate: ['Ricevitore di bordo L-72', '32–40 MHz'],
    seconds: 376,
  },
  world: {
    title: 'Il mondo della Linea Alta',
    text: 'La via da Narvik a Porto Nord, e quello che ci cresce intorno.',
    button: 'Apri la galleria',
    image: picture({
      src: `${mediaFolder}/gallery/10-porto-nord-inverno.webp`,
      width: 1600,
      height: 900,
      alt: '',
      variants: [
        // 756 × 900, for phones.
        {
          type: 'image/avif',
          media: '(max-width: 640px)',
          srcSet: `${mediaFolder}/gallery/10-porto-nord-inverno-lastra-stretto.avif`,
        },
        { type: 'image/avif', srcSet: `${mediaFolder}/gallery/10-porto-nord-inverno-lastra.avif 1600w` },
      ],
    }),
  },
  immersive: {
    title: 'Una conversazione che si ferma dove ti sei fermato tu',
    text: 'Un terminale verde, una persona dall’altra parte. Più leggi, più ricorda.',
    /** Vertical clips of the chat, 9:16, in random order. `poster`: shown while a clip does not play. */
    clips: [
      { title: 'Il Mercato', name: 'chat-1-il-mercato' },
      { title: 'Bisonti Meccanici', name: 'chat-2-bisonti' },
      { title: 'Ferro', name: 'chat-3-ferro' },
      { title: 'Ironwind', name: 'chat-4-ironwind' },
    ].map(({ title, name }) => ({
      title,
      poster: `${mediaFolder}/video/${name}.webp`,
      sources: [
        { src: `${mediaFolder}/video/${name}.webm`, type: 'video/webm' },
        { src: `${mediaFolder}/video/${name}.mp4`, type: 'video/mp4' },
      ],
    })),
  },
  howItWorks: {
    title: 'Come funziona',
    steps: [
      {
        title: 'Leggi',
        text: 'Nel libro, in fondo ad alcune sezioni, c’è un codice di otto caratteri. Altri arrivano per posta elettronica.',
      },
      {
        title: 'Sblocca',
        text: 'In chat premi [AUTH] e scrivi il codice. La memoria di Nilak si allunga fino a quella sezione e si ferma lì.',
      },
      {
        title: 'Chiedi',
        text: 'Fagli domande su ciò che ha vissuto: il freddo, i relè, la gente che ha incontrato. Di quello che viene dopo non sa niente, quindi non può rovinartelo.',
      },
    ],
  },
  soundtrack: {
    title: 'Colonna sonora',
    text: 'Nel libro ci sono parole e codici che aprono una traccia. Scrivine uno.',
    placeholder: 'Parola o codice del libro',
    button: 'Ascolta',
  },
  features: [
    {
      title: 'IA avanzata',
      text: 'Nilak risponde con la sua voce, non con quella di un assistente: poche parole, molti bulloni, e la memoria di ogni scena che hai sbloccato.',
    },
    {
      title: 'Progressione',
      text: 'Dodici sezioni, dodici livelli. Il numero accanto a SEC_ dice fin dove può ricordare, e non va mai più avanti di te.',
    },
    {
      title: 'Immersione',
      text: 'Manuali di macchine, un’enciclopedia del 2002, estratti letti via radio e una colonna sonora che si apre con parole e codici trovati nel libro.',
    },
  ],
  finalCta: {
    title: 'Il canale è aperto',
    text: 'Nilak è di turno. Non chiedergli come va a finire, perché non c’è ancora arrivato.',
    button: 'Entra in chat',
  },
  footer: {
    text: 'Il respiro di Ferro. Cronache dalla Linea Alta. Di Livia Sarti.',
    buttonBuy: 'Acquista',
    colophon: [
      {
        title: 'L’autrice',
        text: 'Livia Sarti scrive di macchine lente e di chi le tiene accese. «Il respiro di Ferro» è la prima cronaca dalla Linea Alta.',
      },
      {
        title: 'Caratteri',
        text: 'Literata per il racconto, IBM Plex Sans Condensed e Mono per targhe, manuali e terminale. Stanno su questo server, come tutto il resto.',
      },
      {
        title: 'Voci e figure',
        text: 'Le letture radio e l’audiolibro sono di una voce sintetica. Copertina, tavole e vedute sono disegnate o calcolate per questo libro: nessuna è una fotografia.',
      },
    ],
    note: 'Fatti, macchine e tempeste sono inventati; i luoghi sono quasi tutti veri, e veri i fisici fino al 1939. Le risposte in chat sono generate da un programma e possono contenere errori.',
  },
  /** Privacy text: name the data controller and the contact here. */
  privacy: [
    {
      title: 'Un solo cookie, tecnico',
      text: 'Nasce la prima volta che il sito deve ricordare qualcosa di te: un messaggio in chat, un codice. Contiene un numero a caso che non dice chi sei e serve a ritrovare la tua conversazione e il punto a cui sei arrivato. Se prosegui su un altro dispositivo, di ciascuno teniamo il nome del browser e i giorni in cui l’hai usato la prima e l’ultima volta. Niente statistiche, niente pubblicità, niente cookie di altri.',
    },
    {
      title: 'Che cosa resta sul server',
      text: 'Il punto fino al quale hai sbloccato la storia e i messaggi che scambi con Nilak. Nessun nome e nessun indirizzo: non te li chiediamo. Se l’autrice ha collegato un servizio di intelligenza artificiale, i tuoi messaggi e i brani che hai sbloccato gli vengono inviati per comporre la risposta, anche i messaggi in cui racconti che stai male; altrimenti risponde un programma su questo stesso server.',
    },
    {
      title: 'Quello che racconti di te a Nilak',
      text: 'Se gli dici come ti chiami o che domani hai un esame, può ricordarsene e tornarci sopra. Lo rilegge ogni volta nei tuoi messaggi: resta nella conversazione, sul server dell’autrice e nelle sue copie di sicurezza, e va al servizio di intelligenza artificiale, se c’è, soltanto insieme ai messaggi con cui gli si chiede la risposta per te. Nessun altro lettore ne sa niente. In chat, sotto [MENU], [TACCUINO] mostra che cosa ricorda e te ne fa cancellare una cosa per volta; anche scrivendo /taccuino.',
    },
    {
      title: 'Che cosa resta nel tuo browser',
      text: 'A che punto sei dell’audiolibro, a che velocità lo ascolti, quali tracce della colonna sonora hai aperto, e se da qui hai già parlato con Nilak. Si cancella con il pulsante qui sotto. Quello che stavi scrivendo resta nella scheda finché non la chiudi.',
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
};
