/**
 * The book. Another author edits this file, persona.md and the folders demo/ and media/ beside it, and has a site of
 * their own. Each constant is imported only where it is needed: what is not imported does not reach the browser.
 */

export const protagonist = { name: 'Nilak' } as const;

/** The first message of a chat without history. */
export const greeting =
  'SISTEMA INIZIALIZZATO. CANALE APERTO.\n\nSono Nilak. Ti sento, anche se gratta un po’. Ti avverto subito di una cosa: posso parlarti soltanto di quello che ho vissuto fin qui. Il resto non lo tengo nascosto, non ce l’ho. Se vuoi che ne sappia di più devi leggere: la strada che fai tu è quella che faccio io. Quando trovi un codice premi [AUTH] e scrivilo. Intanto chiedi. Il mio turno è lungo.';

/** At most about 155 characters: what a search engine shows of the chat's page. */
export const chatDescription =
  'Parla con Nilak, il protagonista del romanzo, sul terminale della Linea Alta: ricorda soltanto quello che hai già letto tu. Risponde un’intelligenza artificiale.';

/** In-character answers to what he has not lived yet. */
export const deflections = [
  'Non ci sono ancora arrivato. Se tu sì, dammi il codice e ci arrivo anch’io.',
  'Di quello non so niente, per ora. Sulla mia tavola quella lampadina è spenta.',
  'Mi fai una domanda da dopo, e io sto prima. Leggi qualche pagina e rifammela.',
  'Potrei tirare a indovinare, ma con i relè chi indovina si brucia le dita. Non lo so.',
  'No, non l’ho vissuto. Non te lo confermo e non te lo smentisco, perché non ho con che cosa.',
  'Il mio registro finisce prima. Dopo l’ultima riga c’è carta bianca, e sulla carta bianca non leggo.',
  'Se è successo, a me non è ancora successo. Ci si vede qualche pagina più in là.',
  'Questa non la so. Chiedimi di quello che hai già letto: lì posso dirti anche che odore c’era.',
  'Per ora niente. Passa quando hai un altro codice, io di solito sono qui che pulisco contatti.',
];

/** The same, only where the reader asks about somebody by name. */
export const nameDeflections = [
  'Quel nome non mi dice niente. Può darsi che un giorno me lo dica. Tu va’ avanti a leggere.',
  'Non conosco nessuno che si chiami così, per ora. I nomi mi arrivano quando arrivano le persone.',
  'Quel nome sul mio registro non c’è. Il registro però non è finito.',
  'Mai sentito, finora. Se passa di qui, lo riconosco dal rumore.',
  'Non so chi sia. Di gente ne ho vista poca, e quella me la ricordo.',
  'Su quel nome non ho niente, per ora: né sì né no.',
  'Non lo conosco. Se l’hai letto più in là, io lì non ci sono ancora.',
];

/** What he can say before the first section is unlocked. */
export const levelZero = [
  {
    topic: 'chi sei',
    text: 'Nilak. Diciassette anni, apprendista. Aggiusto quello che il gelo rompe, e certi giorni il contrario. Il resto comincia più avanti: leggi, e ci arrivo.',
  },
  {
    topic: 'dove sei',
    text: 'A nord, lungo una linea. Fa freddo abbastanza perché la neve fischi sotto gli stivali. Per il nome del posto devi leggere almeno una riga.',
  },
  {
    topic: 'che cosa fai',
    text: 'Relè. Li tiro fuori, li pulisco, li ascolto. Uno buono fa tac. È tutto quello che ti serve sapere, per ora.',
  },
  {
    topic: 'di che cosa parla il libro',
    text: 'Quale libro? Qui ho un manuale e un registro, e il registro è vuoto. Se ne hai uno tu, comincialo, poi ne parliamo in due.',
  },
  {
    topic: 'che cosa succede',
    text: 'Ancora niente. Sono in piedi, ho i guanti vecchi, è mattina. Leggi qualche pagina e vedrai che succede qualcosa anche a me.',
  },
  {
    topic: 'con chi sei',
    text: 'Per ora con te e con una stufa. Gli altri arrivano leggendo.',
  },
  {
    topic: 'il Buio',
    text: 'Sono nato dopo. Quelli più vecchi abbassano la voce e poi parlano del prezzo dello stagno. Se vuoi le date, c’è l’enciclopedia.',
  },
  {
    topic: 'sei una macchina',
    text: 'Sono Nilak. Dall’altra parte del filo c’è un programma che mi presta i denti per parlare, questo me l’hanno detto. Il freddo però è mio.',
  },
  {
    topic: 'come si sblocca',
    text: 'I codici si trovano leggendo: quattro segni, un trattino, quattro segni. In alto c’è [AUTH]: lo premi, scrivi, [VALIDATE]. Io da quel momento ricordo di più.',
  },
  {
    topic: 'che cosa provi',
    text: 'Fame, di solito. E quella cosa che viene prima che cominci qualcosa: le mani pronte e niente da stringere. Leggi, così cominciamo.',
  },
  {
    topic: 'saluto',
    text: 'Ciao. Se hai del caffè bevilo finché è caldo. Io sono all’inizio di tutto, più indietro di così non si può: fammi fare un passo.',
  },
];

/** What he says the moment a code is accepted; {n} is the section reached. Something of what came back follows. */
export const unlocked = [
  'Aspetta. Adesso mi ricordo, fino alla {n}.',
  'Ecco, si è chiuso un contatto. Adesso mi ricordo della sezione {n}, con tutto il freddo che faceva.',
  'Adesso mi ricordo… Sezione {n}. Dammi un momento, che alcune cose preferivo non averle in fila.',
  'Si è accesa la {n}. Adesso mi ricordo; prima, lì, c’era carta bianca.',
  'Tac. Adesso mi ricordo fino alla {n}.',
];

/** What is served from `media/`: `media/cover/x.webp` is at `/public-objects/cover/x.webp`. */
const media = '/public-objects';

/** A picture. `src` shows everywhere; browsers that can take a smaller file from `variants`, the first that fits. */
export interface BookImage {
  src: string;
  /** Pixels of `src`: they keep its place on the page while it loads. */
  width: number;
  height: number;
  /** What is to be seen, for who does not see it; empty for a picture that only decorates. */
  alt: string;
  variants?: { type?: string; media?: string; srcSet: string }[];
}

/** Has the compiler check a picture where it is written. */
const picture = (image: BookImage): BookImage => image;

/** The book's own data, also for search engines and for the cards of messaging programs. */
export const book = {
  title: 'Il respiro di Ferro',
  subtitle: 'Cronache dalla Linea Alta',
  author: 'Livia Sarti',
  genre: 'Romanzo solarpunk',
  /** At most about 155 characters: it is what a search engine shows. */
  description:
    'Il romanzo solarpunk di Livia Sarti: ascolta il primo capitolo, guarda il mondo della Linea Alta e parla con Nilak, che sa soltanto quello che hai letto tu.',
  cover: picture({
    src: `${media}/cover/copertina.webp`,
    width: 1200,
    height: 1800,
    alt: 'Copertina: un sole corallo dietro montagne e pale eoliche, cortine d’aurora verde, un treno lontano sul viadotto e, in primo piano sulla neve, un orso meccanico con un occhio acceso.',
    variants: [
      {
        type: 'image/avif',
        srcSet: [360, 640, 960].map((width) => `${media}/cover/copertina-${width}.avif ${width}w`).join(', '),
      },
      { srcSet: `${media}/cover/copertina-640.webp 640w, ${media}/cover/copertina.webp 1200w` },
    ],
  }),
  /** 1200 × 630, a JPEG: not every messaging program reads anything newer. */
  shareImage: picture({
    src: `${media}/cover/og.jpg`,
    width: 1200,
    height: 630,
    alt: 'Un treno merci a levitazione su una via sopraelevata nella neve, sotto l’aurora.',
  }),
};

/** The landing page: texts, addresses, tracks and clips, in the order of the page. */
export const landing = {
  hero: {
    line: 'Ventisei anni dopo il Big One, l’Artico si ripara a mano.',
    tagline: 'Un romanzo solarpunk. E in chat chi lo racconta, che sa soltanto quello che hai letto tu.',
    buttonBuy: 'Prendi il libro',
    buttonChat: 'Parla con Nilak',
    still: picture({
      src: `${media}/cover/hero.webp`,
      width: 1920,
      height: 1080,
      alt: 'Sotto un’aurora verde, al tramonto, un lungo treno merci bianco e arancio attraversa la neve su una via sopraelevata; pale eoliche e montagne all’orizzonte.',
      variants: [
        {
          type: 'image/avif',
          media: '(max-width: 640px)',
          srcSet: [640, 1024, 1280]
            .map((width) => `${media}/cover/hero-stretto-${width}.avif ${width}w`)
            .join(', '),
        },
        { media: '(max-width: 640px)', srcSet: `${media}/cover/hero-stretto-1024.webp 1024w` },
        {
          type: 'image/avif',
          srcSet: [960, 1440, 1920].map((width) => `${media}/cover/hero-${width}.avif ${width}w`).join(', '),
        },
        { srcSet: `${media}/cover/hero-960.webp 960w, ${media}/cover/hero.webp 1920w` },
      ],
    }),
    /** The loop that plays over the still: the first format that the browser knows. */
    loop: [
      { src: `${media}/cover/hero.webm`, type: 'video/webm' },
      { src: `${media}/cover/hero.mp4`, type: 'video/mp4' },
    ],
  },
  /** The line that the page follows from its top to its bottom. */
  line: { from: 'Narvik', to: 'Porto Nord', kilometres: 1140 },
  purchase: {
    title: 'Il libro',
    text: 'Dodici sezioni, da leggere in ordine. In carta riciclata, cucita, con la cartina della Linea Alta nei risvolti; oppure in digitale, senza lucchetti. In entrambe le edizioni ci sono i codici per la chat.',
    button: 'Acquista',
    /** Where the book is sold. As long as it is `#acquista`, the button leads to its own section. */
    address: '#acquista',
    note: 'Spedito con il primo convoglio utile: di solito due o tre giorni.',
  },
  synopsis: [
    'Inverno 2003. Nel marzo del 1978 una tempesta solare spense in quattro giorni ogni macchina pensante, e sulla costa artica si sono rimessi in piedi con relè, valvole e quadranti a lancetta. A ogni luna nuova, sul ghiaccio di Qaanik, c’è mercato. Nilak ha diciassette anni; ci porta relè cavati dagli armadi morti della Linea Alta e riparte, quando va bene, con un po’ di stagno. Poi, in un giorno di Linea chiusa, una radio buona per i pezzi batte la cadenza di un convoglio che in tabella non c’è.',
    'La mattina dopo un branco di bisonti meccanici perde il capo e se ne dà un altro in quarantuno secondi. Sotto la neve che il branco ha scansato dorme un orso da guardia, fermo dal 1999. Nilak lo riaccende, e l’orso, che dovrebbe tornarsene al suo posto, gli viene dietro. Quando l’Ironwind si posa a Qaanik senza tecnico, Irja Halvorsen prende a bordo il ragazzo, e di malavoglia anche l’orso. Le regole sono cinque. La quinta gliela fa ripetere tre volte.',
  ],
  /** `image`: 640 × 360, grey; the page prints it in two inks. */
  excerptsTitle: 'Quattro estratti, captati in onde corte',
  excerpts: [
    {
      title: 'Bisonti Meccanici',
      section: 2,
      teaser:
        'Un capobranco da una tonnellata mette male una zampa, e gli altri ventisette restano con la loro a mezz’aria.',
      audio: `${media}/audio/estratto-bisonti-meccanici.mp3`,
      transcript: `${media}/audio/estratto-bisonti-meccanici.txt`,
      seconds: 75,
      image: `${media}/gallery/02-bisonti-all-alba-lastra.webp`,
    },
    {
      title: 'Il Mercato',
      section: 1,
      teaser:
        'Trentuno relè, mezzo chilo di stagno da trattare e una radio che non dovrebbe sentire nessuno.',
      audio: `${media}/audio/estratto-il-mercato.mp3`,
      transcript: `${media}/audio/estratto-il-mercato.txt`,
      seconds: 65,
      image: `${media}/gallery/01-il-mercato-di-qaanik-lastra.webp`,
    },
    {
      title: 'Ferro',
      section: 3,
      teaser: 'Il tondino scende un metro e dieci nella neve e fa ton.',
      audio: `${media}/audio/estratto-ferro.mp3`,
      transcript: `${media}/audio/estratto-ferro.txt`,
      seconds: 68,
      image: `${media}/gallery/03-ferro-lastra.webp`,
    },
    {
      title: 'Il Kivgiq',
      section: 7,
      teaser:
        'Quattro giorni di tamburi in un capannone per navi, e fuori un orso che fa da scivolo ai bambini.',
      audio: `${media}/audio/estratto-il-kivgiq.mp3`,
      transcript: `${media}/audio/estratto-il-kivgiq.txt`,
      seconds: 57,
      image: `${media}/gallery/06-la-sala-lunga-del-kivgiq-lastra.webp`,
    },
  ],
  audiobook: {
    title: 'Capitolo 1: Il Mercato',
    /** Read out whole: what it says is no secret to whoever opens the site. */
    section: 1,
    text: 'La prima sezione intera, letta ad alta voce. Fuori tira un po’ di vento.',
    audio: `${media}/audio/capitolo-1-il-mercato.mp3`,
    transcript: `${media}/audio/capitolo-1-il-mercato.txt`,
    /** Engraved on the receiver. */
    plate: ['Ricevitore di bordo L-72', '32–40 MHz'],
    /** Shown until the recording itself says how long it is. */
    seconds: 376,
  },
  world: {
    title: 'Il mondo della Linea Alta',
    text: 'Millecentoquaranta chilometri di via, da Narvik a Porto Nord, e quello che ci cresce intorno.',
    button: 'Apri la galleria',
    image: picture({
      src: `${media}/gallery/10-porto-nord-inverno.webp`,
      width: 1600,
      height: 900,
      alt: '',
      variants: [
        {
          type: 'image/avif',
          srcSet: [800, 1600]
            .map((width) => `${media}/gallery/10-porto-nord-inverno-${width}.avif ${width}w`)
            .join(', '),
        },
      ],
    }),
  },
  immersive: {
    title: 'Una conversazione che si ferma dove ti sei fermato tu',
    text: 'Un terminale verde, una persona dall’altra parte. Più leggi, più ricorda.',
    /** Vertical clips of the chat, 9:16; they are shuffled. `poster` is shown while, or wherever, a clip does not play. */
    clips: [
      { title: 'Il Mercato', name: 'chat-1-il-mercato' },
      { title: 'Bisonti Meccanici', name: 'chat-2-bisonti' },
      { title: 'Ferro', name: 'chat-3-ferro' },
      { title: 'Ironwind', name: 'chat-4-ironwind' },
    ].map(({ title, name }) => ({
      title,
      poster: `${media}/video/${name}.webp`,
      sources: [
        { src: `${media}/video/${name}.webm`, type: 'video/webm' },
        { src: `${media}/video/${name}.mp4`, type: 'video/mp4' },
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
    text: 'Nel libro ci sono parole che aprono una traccia. Scrivine una.',
    placeholder: 'Parola trovata nel libro',
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
      text: 'Manuali di macchine, un’enciclopedia del 2002, estratti letti via radio e una colonna sonora che si apre con le parole trovate nel libro.',
    },
  ],
  finalCta: {
    title: 'Il canale è aperto',
    text: 'Nilak è di turno. Non chiedergli come va a finire, perché non c’è ancora arrivato.',
    button: 'Entra in chat',
  },
  footer: {
    text: 'Il respiro di Ferro. Cronache dalla Linea Alta. Di Livia Sarti.',
    note: 'Luoghi, macchine e tempeste sono inventati, tranne Heinrich Lenz, che è esistito davvero. Le risposte in chat sono generate da un programma e possono contenere errori.',
  },
  /** What the site keeps of a reader. Say here who answers for it and where to write. */
};
