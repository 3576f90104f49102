-- One knowledge base. Every table is plain text and numbers; open it in any SQLite viewer.
-- In every WITHOUT ROWID table the columns of the key come first, in its order: else SQLite 3.40 calls the file damaged.
-- Offsets (start, "end") are code points into the decoded source file; line numbers begin at 1; dates are ISO 8601.

-- Facts of the build: format, software version, fingerprint of the whole content, folder of the index.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- The files that were read. notices: what readers are to be told, a JSON object from language to words.
CREATE TABLE sources (
  file TEXT PRIMARY KEY, sha256 TEXT NOT NULL, encoding TEXT NOT NULL, media_type TEXT NOT NULL,
  language TEXT NOT NULL, layout TEXT NOT NULL, tradition TEXT NOT NULL, characters INTEGER NOT NULL,
  title TEXT NOT NULL, rights TEXT NOT NULL, notices TEXT NOT NULL
) WITHOUT ROWID;

-- Pages of HTML as they were read: the words in which the offsets of that source count, and where they link to.
CREATE TABLE renderings (source TEXT PRIMARY KEY REFERENCES sources, words TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE links (
  source TEXT NOT NULL REFERENCES sources, start INTEGER NOT NULL, "end" INTEGER NOT NULL, href TEXT NOT NULL,
  PRIMARY KEY (source, start)
) WITHOUT ROWID;

-- Statutes, codes, bylaws. identified_by: text, curator, or NULL when the id is provisional. state: what the document prints
-- of its own force, word for word; status: what that comes to; both empty when it prints nothing. formerly: the ids that it had before, parted by spaces.
-- witness_of: the id of the instrument that this is another file of, or empty; a witness is compared with it, and counts for nothing else.
CREATE TABLE instruments (
  id TEXT PRIMARY KEY, position INTEGER NOT NULL, type TEXT NOT NULL, number TEXT, year INTEGER, title TEXT NOT NULL,
  language TEXT NOT NULL, in_corpus INTEGER NOT NULL, identified_by TEXT, evidence TEXT NOT NULL,
  authority TEXT NOT NULL, note TEXT NOT NULL, state TEXT NOT NULL, status TEXT NOT NULL, formerly TEXT NOT NULL,
  witness_of TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE instrument_sources (
  instrument TEXT NOT NULL REFERENCES instruments, file TEXT NOT NULL REFERENCES sources, PRIMARY KEY (instrument, file)
) WITHOUT ROWID;
CREATE TABLE instrument_dates (
  instrument TEXT NOT NULL REFERENCES instruments, event TEXT NOT NULL, date TEXT NOT NULL, origin TEXT NOT NULL,
  quote TEXT NOT NULL, source TEXT, start INTEGER, "end" INTEGER
);
CREATE TABLE aliases (instrument TEXT NOT NULL REFERENCES instruments, name TEXT NOT NULL, since TEXT, until TEXT);

-- Chapters, articles and what they hold, in reading order ("order") within an instrument.
CREATE TABLE nodes (
  instrument TEXT NOT NULL REFERENCES instruments, eid TEXT NOT NULL, kind TEXT NOT NULL, label TEXT NOT NULL,
  number TEXT, heading TEXT NOT NULL, text TEXT NOT NULL, parent TEXT, "order" INTEGER NOT NULL,
  source TEXT NOT NULL REFERENCES sources, line INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
  status TEXT NOT NULL, note TEXT, tail TEXT NOT NULL, PRIMARY KEY (instrument, eid)
) WITHOUT ROWID;
CREATE INDEX nodes_by_order ON nodes (instrument, "order");
CREATE INDEX nodes_by_number ON nodes (kind, number);

-- Older wordings that a source prints beside today's: never articles of their own. since and until are ISO dates or NULL.
CREATE TABLE versions (
  instrument TEXT NOT NULL, eid TEXT NOT NULL, place INTEGER NOT NULL, label TEXT NOT NULL, text TEXT NOT NULL,
  since TEXT, until TEXT, note TEXT NOT NULL, source TEXT NOT NULL REFERENCES sources, line INTEGER NOT NULL,
  start INTEGER NOT NULL, "end" INTEGER NOT NULL, PRIMARY KEY (instrument, eid, place),
  FOREIGN KEY (instrument, eid) REFERENCES nodes (instrument, eid)
) WITHOUT ROWID;

-- Paragraphs of an article (or of a parágrafo of it: parent) that are cited by their place: addresses over stretches of text, no nodes.
-- n counts from 1, in printed order, members of lists left out. The words are those of node from first to last (both from 0);
-- start and "end" are where they stand in the source, with a list that is printed inside them.
CREATE TABLE incisos (
  instrument TEXT NOT NULL REFERENCES instruments, eid TEXT NOT NULL, n INTEGER NOT NULL, start INTEGER NOT NULL,
  "end" INTEGER NOT NULL, parent TEXT NOT NULL, node TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
  source TEXT NOT NULL REFERENCES sources, line INTEGER NOT NULL, status TEXT NOT NULL, PRIMARY KEY (instrument, eid)
) WITHOUT ROWID;

-- Where every character of every source went: for one source, ordered by start, a partition without gaps.
CREATE TABLE spans (
  source TEXT NOT NULL REFERENCES sources, start INTEGER NOT NULL, "end" INTEGER NOT NULL, role TEXT NOT NULL,
  instrument TEXT, eid TEXT, PRIMARY KEY (source, start)
) WITHOUT ROWID;

-- Mentions in the words of a node, one row each; its targets in citation_targets, one row a member of a list or range.
-- resolution: resolved, external (not in the corpus), dangling (the instrument is here, the provision is not), ambiguous, relative.
CREATE TABLE citations (
  id INTEGER PRIMARY KEY, instrument TEXT NOT NULL, eid TEXT NOT NULL, source TEXT NOT NULL, line INTEGER NOT NULL,
  start INTEGER NOT NULL, "end" INTEGER NOT NULL, quote TEXT NOT NULL, resolution TEXT NOT NULL,
  FOREIGN KEY (instrument, eid) REFERENCES nodes (instrument, eid)
);
CREATE INDEX citations_by_node ON citations (instrument, eid);
CREATE TABLE citation_targets (citation INTEGER NOT NULL REFERENCES citations, instrument TEXT NOT NULL, eid TEXT);
CREATE INDEX citation_targets_by_citation ON citation_targets (citation);
CREATE INDEX citation_targets_by_place ON citation_targets (instrument, eid);

-- What one provision does to another, with the words it was read from in effect_evidence.
-- scope: whole, part, catch-all; grade: confirmed, claimed, enacted, contradicted, source-absent, inferred;
-- bound is 1 when the date is only the earliest it can be, latest then the last, where that is known.
CREATE TABLE effects (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, affecting_instrument TEXT, affecting_eid TEXT, affected_instrument TEXT,
  affected_eid TEXT, scope TEXT NOT NULL, words TEXT NOT NULL, grade TEXT NOT NULL, date TEXT, date_origin TEXT NOT NULL,
  bound INTEGER NOT NULL, spared TEXT NOT NULL, latest TEXT
);
CREATE INDEX effects_by_affecting ON effects (affecting_instrument, affecting_eid);
CREATE INDEX effects_by_affected ON effects (affected_instrument, affected_eid);
CREATE TABLE effect_evidence (
  effect INTEGER NOT NULL REFERENCES effects, instrument TEXT NOT NULL, eid TEXT NOT NULL, source TEXT NOT NULL,
  start INTEGER NOT NULL, "end" INTEGER NOT NULL, quote TEXT NOT NULL
);
CREATE INDEX effect_evidence_by_effect ON effect_evidence (effect);

-- From when an instrument (eid NULL) or a provision of it holds, and until when; bound and latest as in effects. quote is the
-- clause that says so, in the node stated_in; empty where nothing says so and the day that names the instrument stands.
CREATE TABLE periods (
  instrument TEXT NOT NULL REFERENCES instruments, eid TEXT, since TEXT, latest TEXT, bound INTEGER NOT NULL, origin TEXT NOT NULL,
  until TEXT, stated_in TEXT, quote TEXT NOT NULL, source TEXT, start INTEGER, "end" INTEGER
);
CREATE INDEX periods_by_instrument ON periods (instrument);

-- Terms that a provision defines. scope: chapter, title, section, article (within is the node), case, all (every law), or
-- empty for the law that has it.
CREATE TABLE definitions (
  term TEXT NOT NULL, language TEXT NOT NULL, instrument TEXT NOT NULL, eid TEXT NOT NULL, source TEXT NOT NULL,
  start INTEGER NOT NULL, "end" INTEGER NOT NULL, scope TEXT NOT NULL, within TEXT NOT NULL
);

-- What is odd or missing, with a sentence in each interface language; params is a JSON object.
CREATE TABLE problems (
  code TEXT NOT NULL, severity TEXT NOT NULL, instrument TEXT, eid TEXT, source TEXT, line INTEGER,
  message TEXT NOT NULL, message_es TEXT NOT NULL, params TEXT NOT NULL
);

-- One idea, its words in each language.
CREATE TABLE concepts (id TEXT NOT NULL, language TEXT NOT NULL, form TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (id, language, form)) WITHOUT ROWID;

-- The same words as lemmas, those of one form parted by spaces, with the first of them; and the lemma and index term of each word that may be one of theirs.
CREATE TABLE concept_forms (concept TEXT NOT NULL, language TEXT NOT NULL, lemmas TEXT NOT NULL, first TEXT NOT NULL, PRIMARY KEY (concept, language, lemmas)) WITHOUT ROWID;
CREATE INDEX concept_forms_by_first ON concept_forms (first);
CREATE TABLE concept_words (surface TEXT NOT NULL, language TEXT NOT NULL, lemma TEXT NOT NULL, term TEXT NOT NULL, PRIMARY KEY (surface, language)) WITHOUT ROWID;
CREATE INDEX concept_words_by_lemma ON concept_words (lemma);

-- Words that a typed reference may use, with what each means (role: kind, type, number, join); key is folded. Roles that begin
-- with "search" are of the query language: the names of its fields and of their values, and its words for "or".
CREATE TABLE reference_words (key TEXT NOT NULL, role TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (key, role, value)) WITHOUT ROWID;

-- The analysis of every word met in the texts: a query looks its words up here.
CREATE TABLE vocabulary (surface TEXT NOT NULL, language TEXT NOT NULL, term TEXT NOT NULL, PRIMARY KEY (surface, language)) WITHOUT ROWID;
CREATE INDEX vocabulary_by_term ON vocabulary (term);

-- Words that lines of the texts divide, a hyphen between their halves; whole is 1 where search reads one word, 0 where it may be two.
CREATE TABLE divided (language TEXT NOT NULL, word TEXT NOT NULL, whole INTEGER NOT NULL, PRIMARY KEY (language, word)) WITHOUT ROWID;

-- How the words of today's texts are spelled there, how often they stand there, and what they sound like by the rules of the
-- language, in their order: what a word that no text has was meant to be. times is 0 for words of names and references only.
CREATE TABLE spellings (
  surface TEXT NOT NULL, language TEXT NOT NULL, printed TEXT NOT NULL, times INTEGER NOT NULL, sound TEXT NOT NULL,
  PRIMARY KEY (surface, language)
) WITHOUT ROWID;
CREATE INDEX spellings_by_head ON spellings (substr(sound, 1, 2), language, length(sound));
CREATE INDEX spellings_by_tail ON spellings (substr(sound, -2), language, length(sound));
CREATE TABLE sounds (language TEXT NOT NULL, place INTEGER NOT NULL, pattern TEXT NOT NULL, sound TEXT NOT NULL, PRIMARY KEY (language, place)) WITHOUT ROWID;

-- For the analyst: one row an article, or a numbered section that is one in all but name, with the chapter it stands in.
CREATE VIEW v_articles AS
  SELECT n.instrument, i.title, n.eid, n.number, n.label, n.heading, n.text, n.status, n.note, p.label AS chapter,
         p.heading AS chapter_heading, n.source, n.line
  FROM nodes n JOIN instruments i ON i.id = n.instrument
  LEFT JOIN nodes p ON p.instrument = n.instrument AND p.eid = n.parent
  WHERE n.kind = 'article' OR (n.kind = 'section' AND n.eid GLOB 'sec_[0-9]*-[0-9]*') ORDER BY i.position, n."order";
-- One row an inciso, with its words and the article or parágrafo that it is a paragraph of.
CREATE VIEW v_incisos AS
  SELECT s.instrument, i.title, s.eid, s.parent, p.label, s.n, substr(n.text, s.first + 1, s.last - s.first) AS text, s.status,
         s.source, s.line, s.start, s."end"
  FROM incisos s JOIN instruments i ON i.id = s.instrument
  JOIN nodes p ON p.instrument = s.instrument AND p.eid = s.parent
  JOIN nodes n ON n.instrument = s.instrument AND n.eid = s.node ORDER BY i.position, p."order", s.n;
CREATE VIEW v_status_counts AS
  SELECT instrument, status, count(*) AS articles FROM nodes
  WHERE kind = 'article' OR (kind = 'section' AND eid GLOB 'sec_[0-9]*-[0-9]*') GROUP BY instrument, status;
CREATE VIEW v_problems AS
  SELECT severity, code, instrument, eid, source, line, message FROM problems;
-- Every article that is repealed, by what, since when, on what word.
CREATE VIEW v_repealed AS
  SELECT e.affected_instrument AS instrument, e.affected_eid AS eid, n.label, e.affecting_instrument AS by_instrument,
         e.affecting_eid AS by_eid, e.scope, e.words, e.date, e.latest, e.date_origin, e.bound, e.grade,
         (SELECT group_concat(quote, ' | ') FROM effect_evidence WHERE effect = e.id) AS evidence
  FROM effects e LEFT JOIN nodes n ON n.instrument = e.affected_instrument AND n.eid = e.affected_eid
  WHERE e.kind = 'repeal' ORDER BY e.id;
-- Who cites a provision, and whom a provision cites.
CREATE VIEW v_citations_in AS
  SELECT t.instrument, t.eid, c.instrument AS from_instrument, c.eid AS from_eid, c.quote, c.resolution, c.source, c.line
  FROM citation_targets t JOIN citations c ON c.id = t.citation ORDER BY c.id;
CREATE VIEW v_citations_out AS
  SELECT c.instrument, c.eid, c.quote, c.resolution, t.instrument AS to_instrument, t.eid AS to_eid, c.source, c.line
  FROM citations c LEFT JOIN citation_targets t ON t.citation = c.id ORDER BY c.id;
CREATE VIEW v_characters AS
  SELECT source, role, sum("end" - start) AS characters FROM spans GROUP BY source, role;
