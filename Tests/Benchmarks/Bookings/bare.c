// What svc-appointments is measured beside: SQLite by itself, which inserts the same rows into the same tables.
//
//     bare DATABASE BOOKINGS PER_TRANSACTION
//
// DATABASE was made by svc-appointments, so the tables and their indexes are the same. Each transaction is on disk when its
// COMMIT returns: WAL, synchronous = FULL. Prints bookings and seconds.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static sqlite3 *database;

static void fail(const char *what) {
    fprintf(stderr, "bare: %s: %s\n", what, sqlite3_errmsg(database));
    exit(1);
}

static void run(const char *sql) {
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql);
}

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK) fail(sql);
    return statement;
}

static void text(sqlite3_stmt *statement, int index, const char *value) {
    sqlite3_bind_text(statement, index, value, -1, SQLITE_TRANSIENT);
}

// As random as the ids that svc-appointments draws, and as long.
static void uuid(char out[37]) {
    unsigned part[4];
    for (int index = 0; index < 4; index++) part[index] = (unsigned)random() ^ ((unsigned)random() << 16);
    snprintf(
        out, 37, "%08X-%04X-4%03X-8%03X-%04X%08X", part[0], part[1] & 0xFFFF, part[1] >> 20, part[2] & 0xFFF, part[2] >> 16, part[3]);
}

static void step(sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE) fail("insert");
    sqlite3_reset(statement);
}

static void book(sqlite3_stmt *appointment, sqlite3_stmt *event, long number) {
    char id[37], key[37], content[128], practitioner[16];
    uuid(id);
    uuid(key);
    long start = 2000000000L + number / 100 * 300;
    snprintf(practitioner, sizeof practitioner, "d%ld", number % 100);
    snprintf(content, sizeof content, "patient-1\nclinic\n%s\n%ld\n", practitioner, start);
    text(appointment, 1, id);
    text(appointment, 2, "7F3C2B1A-0000-4000-8000-000000000001");
    text(appointment, 3, key);
    text(appointment, 4, content);
    text(appointment, 5, practitioner);
    sqlite3_bind_int64(appointment, 6, start);
    sqlite3_bind_int64(appointment, 7, start + 300);
    step(appointment);
    sqlite3_bind_int64(event, 1, sqlite3_last_insert_rowid(database));
    text(event, 2, practitioner);
    sqlite3_bind_int64(event, 3, start);
    sqlite3_bind_int64(event, 4, start + 300);
    step(event);
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: bare DATABASE BOOKINGS PER_TRANSACTION\n");
        return 2;
    }
    long bookings = atol(arguments[2]), size = atol(arguments[3]);
    if (bookings < 1 || size < 1 || sqlite3_open(arguments[1], &database) != SQLITE_OK) fail("open");
    run("PRAGMA journal_mode = WAL");
    run("PRAGMA synchronous = FULL");
    sqlite3_stmt *appointment = prepared(
        "INSERT INTO appointment (id, user, key, content, patient, clinic, practitioner, start, end, reason, isBooked, sequence, created,"
        " changed) VALUES (?, ?, ?, ?, 'patient-1', 'clinic', ?, ?, ?, NULL, 1, 0, 1900000000, 1900000000)");
    sqlite3_stmt *event = prepared(
        "INSERT INTO event (kind, appointment, patient, clinic, formerClinic, practitioner, start, end, sequence, changed)"
        " VALUES (1, ?, 'patient-1', 'clinic', NULL, ?, ?, ?, 0, 1900000000)");
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long number = 0; number < bookings;) {
        run("BEGIN IMMEDIATE");
        for (long inner = 0; inner < size && number < bookings; inner++, number++) book(appointment, event, number);
        run("COMMIT");
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%ld %.6f\n", bookings, (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
    sqlite3_finalize(appointment);
    sqlite3_finalize(event);
    sqlite3_close(database);
    return 0;
}
