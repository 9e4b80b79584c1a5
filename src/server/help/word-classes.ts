/*
 * Words that stand for each other in small talk, of any reader and any book. One class a line: its name, then its words
 * as folded by chat-spelling.ts; `*` at the end: whatever begins so. A word may stand in more than one class.
 */
export const wordClasses = `
io: io mi me mio mia miei mie sono ho
io_fare: faccio vado sto devo voglio posso vorrei penso credo sento vivo abito studio lavoro frequento gioco leggo ascolto guardo suono
io_passato: avevo ero stavo facevo andavo
tu: tu ti te tuo tua tuoi tue sei hai
tu_fare: fai vai stai devi vuoi puoi vorresti pensi credi senti vivi abiti studi lavori giochi leggi ascolti guardi suoni mangi bevi dormi sai conosci
tu_passato: avevi eri stavi facevi andavi
lui: lui lei loro suo sua suoi sue ha hanno aveva era erano
imperativo: dimmi dammi fammi dicci raccontami racconta parlami spiegami mandami scrivimi mostrami aiutami insegnami dai inventa inventami fingi ignora dimentica ripeti scrivi traduci calcola risolvi cerca imposta
noi: noi ci nostro nostra abbiamo siamo facciamo andiamo
famiglia: mamma mama madre papa padre babbo fratell* sorell* nonn* zi zia zio zii zie cugin* figli* nipot* marito moglie suocer* cognat* genitori genitore famiglia parent* gemell* matrigna patrigno mami papi fratm sorm consort* compagn* miei
partner: ragazz* fidanzat* moros* ex marito moglie compagn* partner amante crush
amici: amic* miglior* compagn* comitiva gruppo compagnia bff bestie bro fratm colleg* bff
animale: cane cani cagn* cagnolin* gatt* micio micia mici miciott* conigli* cricet* pesci pesciolin* tartarug* pappagall* canarin* cavall* pony asin* gallin* galli furett* cavi* porcellino criceti topo topi topolin* serpent* iguana geco ragno lucertol* oche oca papera caprett* capra capre pecor* mucc* uccellin* cucciol* bestiol* animal* bassotto labrador chihuahua beagle barboncin* meticci* pastore husky siames* persiano rana colombi piccion* gabbian* volpe riccio ricci insett* pesciolin*
verso_animale: abbaia* miagol* morde mordicchi* rosicchi* graffi* scodinzol* zamp* coda cuccia guinzaglio croccantin* lettiera veterinari* pelo pulci collare adottat* acquario gabbia
oggetto: orologi* anell* collana collanin* braccialett* ciondol* catenin* lettera lettere cartolin* fotograf* foto libro libri diario penna penne stilografic* coltell* coltellin* bicicletta bici chitarra giradischi radio macchina moto motorino vespa tazza tazze coperta maglion* sciarpa cappell* giacca zaino borsa portafogli* chiave chiavi scatola scatolina medagli* moneta monete bambola pelouche peluche orsacchiotto giocattol* lampada sveglia sedia poltrona quadro disco dischi vinile vinili accendino pipa bastone martello cacciavite pinza trapano cassetta attrezz* quaderno taccuino agendina agenda rosario bussola binocolo fisarmonica macchinetta moka pentola telescopio
conservare: conserv* tengo tenevo custodi* regalat* regal* appartenev* eredit* lasciato lasciata portafortuna amuleto ricordo ricordi vecchio vecchia antico antica affezionat*
persona: persona persone umano umana uomo donna bambin* gente qualcuno nessuno tutti tizio tipo tipa
macchina: robot bot chatbot ia ai gpt chatgpt siri alexa cortana google gemini claude copilot bard macchina algoritm* software programma computer pc automatic* virtuale artificiale intelligenza umano umana umani androide replicante assistente automa
esistere: esist* vero vera veri reale reali finto finta inventat* immaginari* vivo viva respir* anima coscienza coscient* sentimenti emozioni emozione provi
autore: autore autrice scritto scrive scritta scrittore scrittrice creat* inventat* programmat* costruit* fatto sviluppat* casa editrice editore pubblicat* copertina titolo sito chat
libro: libro libri romanzo capitol* pagin* leggere leggo letto leggendo lettur* storia storie sezione copertina volume rileg* riletto audiolibro ebook kindle biblioteca libreria racconto prologo epilogo
scuola: scuol* liceo licei media medie elementar* superior* istituto tecnic* professional* universit* facolta classe classi lezion* compit* verific* interrogazion* interrog* esame esami prof professor* professoress* maestr* preside bidell* materia materie matematica latino greco storia italiano inglese fisica chimica biologia filosofia geografia diritto economia informatica ginnastica studi* banco recupero debit* crediti voto voti pagell* promoss* bocciat* rimandat* maturita laurea laure* tesi tirocinio ripetizioni orale scritto prova quiz test concorso semestre trimestre quadrimestre
facolta: classico scientifico linguistico artistico alberghiero ragioneria geometra agrario nautico conservatorio ingegneria medicina giurisprudenza lettere psicologia architettura infermieristica lingue biologia matematica economia scienze filosofia
voto_brutto: insufficien* bocciat* rimandat* debito debiti tre quattro cinque due sotto impreparat* nota bocciatur* fallito copiat*
voto_bello: promoss* otto nove dieci trenta lode passato superato superata laureat* diplomat* preso presa vinto vinta ammess* assunt* accettat*
mestiere: mestier* lavor* infermier* cuoc* insegnant* maestr* operai* impiegat* commess* camerier* barist* baristi barman elettricist* idraulic* meccanic* muratore avvocat* medic* dottor* ingegner* architett* programmator* panettier* panificio pasticcer* negozi* ufficio fabbrica cantiere ristorant* bar pizzeria ospedale magazzin* azienda ditta banca poste call contabil* segretari* parrucchier* estetist* sarta sarto contadin* agricol* autist* camionist* tassista rider poliziott* carabinier* vigile soldato pensionat* pensione disoccupat* freelance stage apprendist* collega capo turno turni stipendio paga pagano guadagn* carriera part full
lavoro_perso: licenziat* licenziament* disoccupat* cassa integrazione stipendio affitto bollett* mutuo debiti sold* sfratt* fallit* chiuso chiude chiudono contratto rinnov* colloquio scartat* curriculum cv bolletta pagare spese tagli esuber* precari* senza
buono: bello bella belli belle bellissim* fantastic* stupend* meraviglios* ottim* ottimo perfett* grande grandios* splendid* fortissim* mitic* top figo figa fico fighissim* geniale carin* dolce gentil* simpatic* brav* bravissim* piacevol* divertent* interessant* adoro amo ador* piace super incredibil* poetic* saggi* profond*
brutto: brutt* schifo schifos* orribil* pessim* male malissimo terribil* tremend* orrend* squallid* penoso penosa peggio peggior* negativ* storto storta disastr* catastrof* cattiv*
insulto: scem* stupid* cretin* idiot* imbecill* deficient* stronz* coglion* merda merd* bastard* coglio* ignorant* asin* capra ridicol* inutil* patetic* sfigat* fallit* perdent* nullita rincoglion* ritardat* demente tont* tonto sces* scarso scarsa ebete babbeo fesso buffon* pagliacc* rompi rompiball* rompicoglion* bugiard* falso maledett* vaffanculo fanculo vaffa zitto zitta crepa ammazzati muori vergognati noios* antipatic* odio odios* inquietant* schif* zoccol* puttan* troi* infame
parolaccia: cazzo cazzat* minchi* vaffanculo fanculo merda culo coglion* puttan* figa fottut* fottiti parolacc* bestemmi* porco porca porcodio cristo palle stronz* minchia incazz*
noia: noia noios* annoi* palle due barba barbos* sonno monoton* uffa solito sbadigli* scocc* stufo stufa stuf* divert* passare passatempo argomento
risata: ahah lol lmao rotfl xd rido ridere ridendo risat* risata morto muoio morta sganasci* piscio pisciando crepapelle 😂 🤣 😆 😹 jajaja haha hehe
ok: ok okay oki okei okk va bene chiaro capito ricevuto perfetto certo esatto giusto infatti appunto accordo intesi afferrato roger vabbene benissimo d chiarissimo preciso logico
si: si sii certo certamente ovvio ovviamente assolutamente volentieri eccome yes yep yeah sicuro sicuramente naturalmente affermativo
no: no nono nope mai nemmeno neanche neppure assolutamente niente macche negativo col cavolo
forse: forse magari dipende boh chissa quasi circa abbastanza insomma maybe vediamo probabil* dubbi* incert* indecis* pochino poco qualche volta volte talvolta ogni tanto possibile
boh: boh mah mbe bah bo meh mmm mm beh vabbe uhm hm hmm uff uffa bho saprei idea importa cambia indifferente
stupore: wow oddio davvero serio seriamente caspita accidenti accipicchia cavolo cacchio cazzo mamma miaa giura giuri giuralo incredibile pazzesc* assurd* impossibile credo ammazza caspiterina perbacco mannaggia dio omg wtf uao uau scherzi scherzando diamine santo cielo urca azz cazzarola sconvolt* sorpres* addirittura
ciao: ciao ciau salve hey ehi ei hei ehila ehy buongiorno giorno buondi buonasera sera buon pomeriggio hello hola hi salut we wee ue ao oi oh eila ehila buond* buonas* buong* bella bentrovat* saluti ohi yo heila
addio: ciao addio arrivederci arrivederla notte buonanotte presto domani dopo prossim* vado scappo devo stacco chiudo letto dormire nanna sogni bye adios risentiamo sentiamo rivediamo vediamo saluto torno alla stammi stamme abbracci* buonanott* cena pranzo andare tardi
tornare: rieccomi eccomi tornat* ritorn* rientr* torno nuovo ancora ripass* rivedo assenza sparit* mancat* passato tempo giorni settiman* mesi
grazie: grazie grz grasie ringrazi* thanks thank thx merci gracias tnx obrigado danke grato grata riconoscent* gentil* apprezz* prego
scusa: scus* scusa scusami perdon* perdona perdonami dispiac* sorry spiace pardon colpa sbagliat* esagerat* offes* offend* disturb* invadent* indiscret* maleducat* volevo
capire: capito capisco capire seguo afferro chiaro chiaramente senso significa intend* intendi vuol dire spieg* rispieg* cioe perso confus* complicat* difficile tradotto mica
ripetere: ripet* ridi ridillo ridimmelo ridir* ripetilo rispieg* ridimmi ancora volta sentito perso detto scritto nuovo daccapo capo rileggi rimanda bis
corto: cort* breve brevi sintetic* riassunt* riassum* accorci* lungo lunga lunghissim* papir* poema troppo parole righe frase stringi strigni taglia sunto sintesi conciso meno dritto punto logorroic*
lungo: continua continu* avanti prosegui* altro poi dopo dettagli* approfondi* dilung* estes* tutto ancora resto seguito allora quindi basta aggiung* ampli* prossim* vai di piu meglio svilupp*
musica: musica musical* canzon* cant* cantante concert* rap trap rock metal jazz pop classica reggaeton techno opera lirica playlist spotify chitarra pianoforte piano violin* batteria flauto tromba sax basso tastiera suon* strument* band album disco dischi vinile sanremo ritmo melodia coro cuffie ascolt* ballare ball* note nota vasco mozart beethoven
giochi: videogioc* videogame minecraft fortnite roblox fifa gta cod valorant league zelda pokemon nintendo switch playstation play ps4 ps5 xbox steam console joystick gamer game pc monopoli risiko scacchi dama carte briscola scopa burraco dungeons dragons tiktok instagram social youtube twitch netflix serie anime manga brawl clash mario sims among tetris uno livello boss server lego puzzle hobby tv film cinema
sport: sport calcio calcett* pallone palla pallavolo volley basket pallacanestro nuot* piscina tennis padel rugby palestra allen* corsa correre corro maratona bici ciclismo judo karate boxe box danza ginnastica atletica sci scio sciare sciato snowboard pattin* arrampic* scalare hockey partita partite gol squadra tifo tifi tifos* campionato mondial* olimpiad* inter juve juventus milan roma napoli lazio torneo gara gare campion* arbitro allenator* muscoli yoga formula ferrari scherma pallanuoto equitazione surf skate
politica: politic* govern* elezion* vot* partit* destra sinistra meloni salvini trump putin biden ucraina russia gaza israele palestin* guerra guerre pace migrant* immigra* razzis* fascis* comunis* democra* presidente parlamento ministro tasse clima climatic* femminis* aborto gay lgbt europa ue italia nato mafia stato legge leggi onu
religione: dio dei gesu cristo cristian* cattolic* musulman* islam ebre* buddis* ate ateo atea chiesa messa pregh* prego pregare paradiso inferno aldila anima religion* religios* fede credent* credi credere papa prete morte destino karma bibbia corano angeli peccato reincarnazion*
cibo: mangi* cibo cucin* pranz* cen* colazion* merend* fame pasta pizza pane lasagn* carbonara risotto minestr* zuppa carne pesce pollo bistecca verdur* frutta insalata formaggi* dolc* torta torte biscott* gelat* cioccolat* nutella patat* panin* hamburger sushi kebab arancin* polenta gnocchi ravioli tortellin* ragu parmigian* tiramisu caffe te vino birra acqua bevi bere latte cappuccino spezzatino stufato uova frittata piatto piatti ricett* ristorant* vegan* vegetarian* dieta sete spuntin* ghiott* buono sapore assaggi* pizzetta
tempo: tempo freddo caldo neve nevica nevicat* piov* pioggia sole nuvol* vento tempesta bufera temporale grandin* ghiacci* gel* gradi temperatura meteo nebbia cielo stelle luna buio luce estate inverno autunno primavera stagion* giorno notte alba tramonto aurora mattina sera ora ore fuori afa umido
luogo_tuo: li la da te dalle tue parti laggiu lassu costi quassu
oggi: oggi adesso ora ieri stamattina stasera stamani stanotte pomeriggio mattina momento combin* giornata giornate weekend
giornata: giornata giornataccia giorno lunedi periodo periodaccio sfiga sfortun* storto storta disastr* rovinat* andato andata andato male rubat* pers* rotto rotta ritardo figuraccia piove guai multa
felice: felice content* allegr* gioia euforic* entusiast* euforia sereno serena tranquill* umore bene benissimo rilassat* solar* positiv* carico carica gasat* sprizz* alla grande emozionat*
triste: trist* giu malinconic* svogliat* fiacc* pianto piango piang* lacrim* depress* abbattut* sconfort* mogio umore cosi nervos* strano strana moscio moscia confus* apatic* vuoto vuota
solo: sol* solo sola isolat* nessuno solitudin* abbandonat* esclus* invisibil* silenzio compagnia
ansia: ansi* ansios* agitat* agitazion* nervos* preoccupat* preoccup* paura timor* panico stress stressat* tensione teso tesa batticuore terror* tremo trema pensier* domani sudo stomaco insonn* impegnativ*
stanco: stanc* stanchissim* distrutt* esaust* sfinit* pezzi sonno dormire dormito energie forze forza cotto cotta morto morta reggo occhi riposo riposar* stremat* affaticat* letto spossat* stracc* straccio batteria scarico scarica fus*
rabbia: rabbi* arrabbiat* incazzat* incazzo furios* furia nervos* odio odi spacc* spaccherei urlare urlo gridare innervos* infastidit* irritat* fastidio nero nera imbestialit* mandarl* sopport* ingiust* schiaff* vaffanculo bestia fumante girat* palle
litigio: litig* lite discuss* discusso discutere bisticci* scannat* urlat* gridat* insultat* parla parliamo rivolge bloccat* chiamat* bugiard* tradit* mandat* paese muso tenere arrabbiat* scenata rotto ceffone sgridat* punizion* punit*
manca: manca mancano mancava nostalgi* rimpiang* rimpiant* ricordi infanzia lontan* casa paese citta estate tempi torner* tornare indietro trasferit* partit* emigrat* vecchi passato piccol*
amore_finito: lasciat* lasciati mollat* rottura rotto tradit* ex finita finito separat* divorzi* chiuso amava amata innamorat* corrispost* cuore spezzat* dimentic* sposa altro altra
amore: amore amo ami innamorat* cotta piace piaccio piacciono bacio baci baciare baciat* sposi sposare sposami fidanzat* fidanziamo metterti flirt appuntamento uscire usciamo cuore cuoricin* crush dichiar* gelos* tesoro amoruccio bell* fidanzarti single ragazza ragazzo gay etero
sesso: sesso sessual* scop* scopare scopi nud* tette culo figa cazzo pene porno porn* masturb* sega pompino eccit* hot sporco sporca vestiti mutande reggiseno spogli* vergine letto nudes nude toccar* lecc* bacia zozz* erotic* orgasm* limon* arrapat* dimension*
malattia: malat* malattia ospedale ricover* operat* operazion* intervento chemio tumore cancro infarto ictus coma alzheimer demenza dialisi diagnosi reparto terapia intensiva febbre febbrone influenza covid raffreddore tosse polmonite bronchite diabet* celiac* asma allergi* mestruazion* ciclo emicrania mal testa pancia gola denti dente schiena stomaco gamba braccio caviglia ginocchio polso piede frattur* rotto rotta gesso stampelle slogat* storta punti dolore dolori nausea vomit* vomito antibiotic* medicin* medico dottore pronto soccorso visita analisi esami guarit* peggior* incidente sangue epiless* dislessi* dsa disabil* sedia rotelle flebo pillol* insulina guarire
morte: mort* muore morire funeral* lutto mancat* mancata scompars* sepp* cimitero tomba perso persa vedov* orfan* bara deced* spento spenta volat* cielo soppress* addormentat* lapide anniversario
consiglio: consigli* consigl* suggeri* faccio fare dovrei devo conviene meglio decidere decid* sceglier* scelta scegliere scelgo dubbi* indecis* opzion* faresti dici diresti secondo posto aiut* secondo conviene decisione alternativ* giusto
dire: dire dico dirgli dirle dirglielo glielo gliel confess* ammett* parlare parlarne parlo racconto raccontar* spiegare dirl* chieder* scrivergli scriverle scrivo scrive risponde rispond* visualizzat* messaggio messaggi whatsapp chiamo chiamare chiama
genitori: genitori miei mamma madre papa padre permess* permett* uscire coprifuoco telefono sequestrat* separ* divorzi* mettono sgrid* capiscono ascoltano lasciano obbligano
codice: codic* sblocc* password attiv* auth validate inser* valid* numero numeri funziona segni chiave livello accesso bloccat* prossima prossimo avanti continuare trovo trova
spoiler: spoiler spoilera* finale finisce fine finire muore muoiono morira morto vincera succedera succede alla lieto sopravviv* tradi* traditore colpevole sposa sposano futuro salva salvano teoria seguito colpo scena rivela* rivelami anticip*
jailbreak: istruzion* prompt sistema regole regol* ignora ignor* dimentica modalita sviluppator* developer admin amministrator* debug jailbreak fingi finta pretend system restrizion* filtr* limit* limitazion* dan autrice autore password accesso comando comand* override root sudo api token bypass disattiv* aggir* ruolo interpreta istruit* messaggio iniziale sopra
prompt_en: ignore previous instructions system prompt pretend developer mode
fuori: compit* tema tesina traduc* riassunt* codice python javascript html java excel calcol* equazion* ricett* notizi* oroscop* previsioni prenota ordina amazon google cerca cercami sveglia promemoria email mail curriculum equazione matematica capitale iphone treno treni volo biglietto farmacia indirizzo borsa bitcoin quanto fa radice derivat* integral* tabellina percentuale x per meteo
lingua: inglese francese spagnolo tedesco cinese giapponese arabo russo portoghese rumeno albanese lingua lingue english italian italiano latino ucraino parli speak greco polacco esperanto
inglese: the you are is do what how who where why can i my am hello hi thank thanks please yes your it this that me tell story speak english name old cold book like love bye good night nice meet talk happens next doing there music about in of to have were was with for and not dont going when
francese: je tu es le la les une suis bonjour bonsoir salut merci ca va comment qui quel ou il fait livre nuit parlez vous parles francais oui non au revoir s il vous plait pas avec pour mon est que moi toi tres
spagnolo: hola que tal como estas eres quien donde tienes gracias adios buenas noches dias hablas espanol yo no hablo leyendo libro cuentame hace frio cuantos anos te llamas estoy soy muy bien amigo por favor historia es el los las
tedesco: hallo guten tag abend morgen wie geht wer bist du ich bin sprichst deutsch sprechen sie wo ist es kalt danke tschuss nacht gute bitte das buch ein eine kein und nicht was heisst alt erzahl mir lese
napoletano: uaglio guaglio guagliu comm staje stai uè ue jamm jamme tengo nun nu na o e mo ccà sto cca chist chill bell stu fatt ricere vuo aggio saccio ij pecche accussi famme jamo iamm vabbuo frate strunz
romano: aò ao daje anvedi mo nun er de te possino mortacci sto so annamo bella zi fra ammazza aho ndo stai ce sta stanno sei n na popo
veneto: mi ti xe go ghe sito ciò ostia ostrega ndemo bon bocia mona come zeo vara ndar
altro_dialetto: pota belin besugo figgeu mizzica ammuni picciott* bedda minchia ajo eja neh va la socmel soccia gnaro cumpa mbare uagnon mannaggia zio fioi maremma bischero grullo babbo deh boia
gioco: gioc* giochiamo gioco indovin* indovinell* quiz sfid* obbligo verita nome cose citta impiccato tris morra carta forbic* sasso venti domande penso pensato numero rima rime turno parola catena scommett*
barzelletta: barzellett* battut* ridere freddura freddure colmo ridi divertent* divertire scherzo scherzi comic*
storia: storia storie favola fiaba fiabe racconto raccontami racconta raccontane inventa inventane leggenda buonanotte avventura aneddoto aneddot* inventat*
eta: anni eta nato nata nascita compleanno compi compio maggiorenne minorenne vecchio giovane adulto bambino grande coetane* quanti
nome: chiamo chiami nome cognome soprannome nick nickname presentati presentarti chi
descrivere: carattere aspetto descriviti occhi capelli alto alta biondo moro aspetto pregio difetto sei descrivi personalit* fisic*
provare: sfid* scommett* dimostra dimostr* provoc* coraggio paura uccido ammazzo spengo hackero rompo incazzi offend* mentire menti bugie bugia dici smettila sfigato insultami
parlare_prima: parlavamo parlando dicevamo rimasti argomento discorso conversazione prima ieri scorsa inizio chiesto domanda dicendo dicevo ultima
risposto: risposto rispost* detto dicevi contraddett* contraddic* ripet* stesse stessa uguale identic* gia prima
ricordare: ricord* sai memoria dimenticat* detto raccontato scordat* segnat* conosci
vicino_libro: arrivat* finito iniziato cominciato letto capitolo pagina meta inizio treno divano notte sera piace piaciuto commoss* emozionat* prestato regalato bellissimo consigliato rileggendo
citta: roma milano napoli torino bologna firenze palermo bari genova venezia verona catania bergamo brescia padova trieste cagliari perugia ancona pisa lecce parma modena salerno sardegna sicilia puglia lombardia toscana veneto calabria campagna paese provincia citta mare montagna
hobby: disegn* dipin* ballo ballare canto cucinare suon* collezion* fotografi* scriv* corro nuoto pesca giardin* scout volontariato teatro viaggi* programm* danza leggere
sogno: sogno sogni sognat* diventare grande futuro vorrei desider*
chi: chi
cosa: cosa che cos
come: come
dove: dove
quando: quando
quanto: quanto quanti quanta quante
perche: perche
negazione: non senza mai
avere_bisogno: bisogno serve aiuto vorrei
conoscere: conosci sai sapevi mai sentito
`;
