/* An engine in C: it plays the last legal move, which often overbuilds or sells most.
 * cc -o engine docs/engine/last.c && python -m cacao_core arena easy ./engine
 */
#include <stdio.h>
#include <string.h>

static char line[1 << 20];

static void say(const char *text) {
    puts(text);
    fflush(stdout); /* or the other side waits for ever */
}

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "cacao") == 0) {
            say("id name last");
            say("protocol 1");
            say("cacaook");
        } else if (strcmp(line, "isready") == 0) {
            say("readyok");
        } else if (strncmp(line, "go ", 3) == 0) {
            printf("bestmove %s\n", strrchr(line, ' ') + 1); /* legal moves end the line */
            fflush(stdout);
        } else if (strcmp(line, "quit") == 0) {
            break;
        }
    }
    return 0;
}
